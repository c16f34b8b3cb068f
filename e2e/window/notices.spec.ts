import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';

test('a notice leaves by itself, and what it offers is in the list', async ({ open }) => {
  const { page } = await open({ project: { 'a.txt': 'one\n', 'b.txt': 'two\n' }, file: 'a.txt' });
  const entry = page.getByRole('treeitem', { name: 'b.txt' });
  const notice = page.getByRole('status').getByText('“b.txt” is in the trash.');
  const list = page.getByRole('dialog', { name: 'Notifications' });
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const palette = async () => {
    await page.keyboard.press('ControlOrMeta+Shift+P');
    await page.keyboard.type('notifications\n');
  };
  const remove = async () => {
    await entry.click();
    await page.getByRole('tree').focus();
    await page.keyboard.press('Delete');
    await expect(notice).toBeVisible();
  };
  await page.clock.install();

  await test.step('not while the pointer is on it', async () => {
    await remove();
    await notice.hover();
    await page.clock.fastForward(60_000);
    await expect(notice).toBeVisible();
    await page.mouse.move(300, 300);
    await page.clock.fastForward(12_000);
    await expect(notice).toHaveCount(0);
    await expect(bell).toHaveAccessibleName('Notifications, 1 unseen');
  });
  await test.step('the palette opens the list, where it can be undone', async () => {
    await palette();
    await expect(list).toContainText('“b.txt” is in the trash.');
    await expect(bell).toHaveAccessibleName('Notifications');
    await expectAccessible(page, 'dialog[open]');
    await page.screenshot({ path: test.info().outputPath('list.png') });
    await list.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(list).toHaveCount(0);
    await expect(entry).toBeVisible();
  });
  await test.step('Esc dismisses the one that has the keyboard, which goes back', async () => {
    await remove();
    const before = page.locator(':focus');
    const role = await before.getAttribute('role');
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Escape');
    await expect(notice).toHaveCount(0);
    await expect(page.locator(':focus')).toHaveAttribute('role', role ?? '');
    await bell.press('Enter');
    await list.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(list).toContainText('No notifications.');
    await page.keyboard.press('Escape');
    await expect(bell).toBeFocused();
  });
});
