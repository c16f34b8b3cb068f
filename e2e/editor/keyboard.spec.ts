import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectAccessible, inEachTheme, rulesOfTheme } from '../support/views/accessible.ts';
import { editorOf } from '../support/views/editor.ts';
import { settingsOf } from '../support/views/settings.ts';

test('a key is found, changed by pressing another, conflicts are said, and it is in a file that can be edited', async ({
  open,
}) => {
  const { app, page, userData } = await open({ project: { 'a.ts': 'one\ntwo\n' }, file: 'a.ts' });
  const editor = editorOf(page);
  const settings = settingsOf(page);
  const path = join(userData, 'settings.json');
  const search = settings.root.getByRole('searchbox', { name: 'Search settings' });
  const row = (id: string) => settings.root.locator(`[data-command="${id}"]`);
  const inMenu = (id: string) =>
    app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.accelerator, id);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await test.step('one key in place of another holds at once, in the window and in the menu', async () => {
    await press('ControlOrMeta+Shift+P');
    await page.getByRole('combobox').fill('>Keyboard Shortcuts');
    await press('Enter');
    await expect(settings.tab('Keyboard')).toHaveAttribute('aria-selected', 'true');
    await search.fill('ctrl+p');
    await expect(settings.root.locator('[data-command]')).toHaveCount(1);
    await row('view.quickOpen').getByRole('button', { name: 'Change Ctrl+P of Go to File…' }).click();
    await press('Control+e');
    await expect(row('view.quickOpen').getByRole('textbox', { name: 'Key' })).toHaveValue('Ctrl+E');
    await press('Enter');
    // The key that was searched for is gone.
    await expect(row('view.quickOpen')).toHaveCount(0);
    await search.fill('go to file');
    await expect(row('view.quickOpen')).toContainText('Ctrl+E');
    await settings.close();
    await press('Control+p');
    await expect(editor.text('a.ts')).toBeVisible();
    await press('Control+e');
    await expect(page.getByRole('combobox')).toBeFocused();
    await press('Escape');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Go to file Ctrl+E' })).toBeVisible();
    await expect.poll(() => inMenu('view.quickOpen')).toBe('Ctrl+E');
  });

  await test.step('what a key means already is said before and after it is taken', async () => {
    await settings.open('Keyboard');
    await row('file.new').getByRole('button', { name: 'Add a key to New File' }).click();
    await press('a');
    await expect(row('file.new').getByRole('status')).toContainText('“A” types or moves something.');
    await press('Control+s');
    await expect(row('file.new').getByRole('status')).toContainText('Ctrl+S no longer calls “Save”.');
    await inEachTheme(page, async (theme) => {
      await page.screenshot({ path: test.info().outputPath(`keyboard-${theme}.png`) });
      await expectAccessible(page, 'dialog[open]', rulesOfTheme[theme]);
    });
    await press('Enter');
    await expect(row('file.new').getByRole('button', { name: 'Add a key to New File' })).toBeFocused();
    await settings.page.getByRole('radio', { name: 'Conflicts (2)' }).check();
    await expect(row('file.save')).toContainText('Ctrl+S calls “New File” instead.');
    await row('file.new').getByRole('button', { name: 'Reset the keys of New File' }).click();
    await expect(settings.page.getByText('No two commands want the same key.')).toBeVisible();
  });

  await test.step('a key that is taken away means nothing, not even to the text', async () => {
    await search.fill('delete lines');
    await row('edit.deleteLines')
      .getByRole('button', { name: /^Change/ })
      .focus();
    await press('Delete');
    await expect(row('edit.deleteLines').getByRole('button', { name: /^Change/ })).toHaveCount(0);
    await settings.close();
    await editor.text('a.ts').press('Control+Shift+K');
    await expect(editor.text('a.ts').locator('.cm-line')).toHaveText(['one', 'two', '']);
  });

  await test.step('the file has them, holds when it is changed, and says what is wrong in it', async () => {
    const read = async () => JSON.parse(await readFile(path, 'utf8')) as { keybindings: object[] };
    await expect
      .poll(async () => (await read()).keybindings)
      .toEqual([
        { key: 'ctrl+p', command: '-view.quickOpen' },
        { key: 'ctrl+e', command: 'view.quickOpen' },
        { key: 'ctrl+shift+k', command: '-edit.deleteLines' },
      ]);
    const rows = [
      { key: 'alt+q', command: 'view.quickOpen' },
      { key: 'contrl+q', command: 'view.palette' },
    ];
    await writeFile(path, JSON.stringify({ ...(await read()), keybindings: rows }));
    await expect(page.getByText(/^The settings: settings.json, line 1: “contrl\+q” is not a key\./)).toBeVisible();
    await press('Alt+q');
    await expect(page.getByRole('combobox')).toBeFocused();
    await press('Escape');
  });
});
