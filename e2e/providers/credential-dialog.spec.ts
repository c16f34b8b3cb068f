import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { forgetKey, keyOf } from '../support/keys/keyring.ts';
import { filesWith, pageText } from '../support/processes/traces.ts';
import { panelOf } from '../support/views/panel.ts';

const asking = { extensions: ['asking'], settings: { model: 'asking:asking/asking' } } as const;
const provider = ['asking', 'asking'] as const;
const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: /^(Asking model needs a key|A new key for Asking model)$/ });
const fieldOf = (page: Page) => dialogOf(page).getByLabel('API key of the asking extension');

test.beforeEach(() => forgetKey(...provider));
test.afterAll(() => forgetKey(...provider));

test('the dialog says who asks, what for and where it is kept, and gives the keyboard back', async ({ launch }) => {
  test.slow();
  const { page, userData } = await launch(asking);
  const panel = panelOf(page);
  const dialog = dialogOf(page);
  const field = fieldOf(page);
  const save = dialog.getByRole('button', { name: 'Save' });
  const answer = (text: string) => expect(panel.lastTurn.getByText(text, { exact: true })).toBeVisible();

  await test.step('it names the extension and the provider, and is masked until revealed', async () => {
    await panel.ask('First');
    await expect(dialog).toContainText('Requested by the extensionAsking extensionasking');
    await expect(dialog).toContainText('Kept in your system keychain.');
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('type', 'password');
    await expect(field).toHaveAttribute('placeholder', 'any text');
    await expect(save).toBeDisabled();
    await page.keyboard.type('seen');
    await expect(save).toBeEnabled();
    await dialog.getByRole('button', { name: 'Show the key' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await dialog.getByRole('button', { name: 'Hide the key' }).click();
    await expect(field).toHaveAttribute('type', 'password');
  });

  await test.step('Tab stays in it, and the app’s keys do nothing meanwhile', async () => {
    for (const key of ['Tab', 'Shift+Tab']) {
      await field.focus();
      const visited = new Set<string>();
      for (let step = 0; step < 8; step++) {
        await page.keyboard.press(key);
        visited.add(await focusedIn(page));
      }
      expect([...visited].toSorted()).toEqual(['Cancel', 'Save', 'Show the key', 'input']);
    }
    await page.keyboard.press('Control+L');
    await expect(panel.composer).toBeVisible();
    await expect(dialog).toBeVisible();
  });

  await test.step('Esc gives nothing and stores nothing', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await answer('false');
    await expect(panel.composer).toBeFocused();
    expect(await keyOf(...provider)).toBeNull();
    expect(await pageText(page)).not.toContain('seen');
  });

  await test.step('Enter saves what was typed to the keychain, and nothing of it stays behind', async () => {
    await panel.ask('Second');
    await field.fill('  canary-of-the-dialog\t');
    await field.press('Enter');
    await expect(dialog).toBeHidden();
    await answer('true');
    await expect(panel.composer).toBeFocused();
    expect(await keyOf(...provider)).toBe('canary-of-the-dialog');
    expect(await pageText(page)).not.toContain('canary-of-the-dialog');
    await expect.poll(() => filesWith(userData, 'Second')).not.toEqual([]);
    expect(await filesWith(userData, 'canary-of-the-dialog')).toEqual([]);
  });

  await test.step('what was cancelled is not asked again until the person does something', async () => {
    await panel.ask('Ask twice');
    await expect(dialog).toContainText('The current key stays until the new one is accepted.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await answer('false and false');
    await expect(dialog).toBeHidden();
    expect(await keyOf(...provider)).toBe('canary-of-the-dialog');
    await panel.ask('Once more');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await answer('false');
  });

  await test.step('the question of an extension that is gone goes away', async () => {
    const pid = await hostPid(page, 'Asking extension');
    await panel.ask('Never mind');
    await expect(dialog).toBeVisible();
    process.kill(pid, 'SIGKILL');
    await expect(dialog).toBeHidden();
    await expect(panel.failure).toContainText('The extension Asking extension stopped');
    await expect(panel.composer).toBeFocused();
  });
});

/** The focused element: name of the button or kind of element, with a prefix outside of dialogs. */
const focusedIn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const name = focused?.getAttribute('aria-label') ?? (focused?.textContent || focused?.localName) ?? 'nothing';
    return focused?.closest('dialog') ? name : `outside: ${name}`;
  });
