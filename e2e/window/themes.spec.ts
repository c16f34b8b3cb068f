import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { editorOf } from '../support/views/editor.ts';
import '../support/views/page-api.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';

const project = { 'a.ts': '// one\nexport function two(): number {\n  return 3;\n}\n' };

const themeOf = (background: string, keyword: string) => `{
  // A theme of a test
  "name": "Harbour",
  "type": "dark",
  "colors": { "editor.background": "${background}", "editor.foreground": "#f0f0f0", },
  "tokenColors": [{ "scope": "keyword.control", "settings": { "foreground": "${keyword}", "fontStyle": "bold" } }],
}
`;

const rootOf = (page: Page) => page.locator('html');
const textOf = (page: Page) => page.getByTestId('editor').locator('.cm-editor');
const keywordOf = (page: Page) => page.getByTestId('editor').getByText('return', { exact: true });

/** Answers the system's dialog, which cannot be driven. */
const answerDialog = (app: ElectronApplication, path: string | null) =>
  app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: path === null, filePaths: path === null ? [] : [path] });
  }, path);

test('a theme file is chosen, followed as it is saved, and told of while it is broken', async ({ open, folder }) => {
  const path = join(folder, 'harbour.json');
  await writeFile(path, themeOf('#102030', '#ff9900'));
  const opened = await open({ project, file: 'a.ts' });
  const { app, page } = opened;
  await page.emulateMedia({ colorScheme: 'light' });
  const settings = settingsOf(page);
  const row = settings.page.locator('[data-setting="theme"]');
  const list = row.getByRole('combobox', { name: 'Theme' });
  await settings.open('Appearance');

  await test.step('a dialog that is cancelled changes nothing', async () => {
    await answerDialog(app, null);
    await row.getByRole('button', { name: 'From a file…' }).click();
    await expect(list).toHaveValue('system');
    await expect(rootOf(page)).toHaveAttribute('data-theme', 'light');
  });

  await test.step('the file colours the window and the code', async () => {
    await answerDialog(app, path);
    await row.getByRole('button', { name: 'From a file…' }).click();
    await expect(list.locator('option:checked')).toHaveText('Harbour');
    await expect(rootOf(page)).toHaveCSS('color-scheme', 'dark');
    await expect(textOf(page)).toHaveCSS('background-color', 'rgb(16, 32, 48)');
    await expect(keywordOf(page)).toHaveCSS('color', 'rgb(255, 153, 0)');
    await expect(keywordOf(page)).toHaveCSS('font-weight', '700');
    await expectAccessible(page, 'dialog[open]', ['color-contrast']);
  });

  await test.step('the look follows the file', async () => {
    await writeFile(path, themeOf('#203010', '#ffff00'));
    await expect(textOf(page)).toHaveCSS('background-color', 'rgb(32, 48, 16)');
    await expect(keywordOf(page)).toHaveCSS('color', 'rgb(255, 255, 0)');
  });

  await test.step('what is wrong with the file is told, and the system’s colours are shown', async () => {
    await writeFile(path, '{ "colors": ');
    const sentence = /The theme file “harbour\.json” is not valid JSON: line 1, value expected\. Mend it/;
    await expect(row.getByRole('alert')).toHaveText(sentence);
    await expect(textOf(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(list).toHaveValue(path);
    await settings.close();
    const notice = page.getByRole('status').getByText(sentence);
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Open the file' }).click();
    await expect(editorOf(page).text('harbour.json')).toBeFocused();
  });

  await test.step('it is mended in the editor', async () => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(themeOf('#301020', '#00ffff'));
    await editorOf(page).save('harbour.json');
    await expect(textOf(page)).toHaveCSS('background-color', 'rgb(48, 16, 32)');
  });

  await test.step('the next start has it in its first frame', async () => {
    const { app: nextApp, page: next } = await opened.relaunch();
    const colour = await nextApp.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getBackgroundColor(),
    );
    expect(colour?.toLowerCase()).toBe('#301020');
    await expect(textOf(next).or(next.locator('body')).first()).toBeVisible();
    expect(await next.evaluate(() => document.documentElement.style.getPropertyValue('--surface-0'))).toBe('#301020');
    await rm(path);
    await expect(rootOf(next)).toHaveAttribute('data-theme', /^(?:light|dark)$/);
    await expect(next.getByText(/The theme file “harbour\.json” was not found\. Put it back/)).toBeVisible();
  });
});

test('high contrast is chosen, or follows the system’s wish', async ({ open }) => {
  const { page } = await open({ project, file: 'a.ts', settings: { model: 'test-provider:sample/sample' } });
  const set = (theme: string) =>
    page.evaluate((value) => window.outrigger.settings.set('user', null, 'theme', value), theme);
  await panelOf(page).ask('Show me some markdown');
  await panelOf(page).ended();

  for (const [theme, surface, text] of [
    ['highContrastLight', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
    ['highContrastDark', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
  ] as const) {
    await test.step(theme, async () => {
      await set(theme);
      await expect(rootOf(page)).toHaveAttribute('data-theme', theme);
      await expect(textOf(page)).toHaveCSS('background-color', surface);
      await expect(textOf(page)).toHaveCSS('color', text);
      await expectAccessible(page, 'html', ['color-contrast-enhanced']);
      await settingsOf(page).open('Appearance');
      await expectAccessible(page, 'dialog[open]', ['color-contrast-enhanced']);
      await settingsOf(page).close();
    });
  }

  await set('system');
  await page.emulateMedia({ colorScheme: 'light', contrast: 'more' });
  await expect(rootOf(page)).toHaveAttribute('data-theme', 'highContrastLight');
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' });
  await expect(rootOf(page)).toHaveAttribute('data-theme', 'highContrastDark');
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'no-preference' });
  await expect(rootOf(page)).toHaveAttribute('data-theme', 'dark');
  await set('light');
  await page.emulateMedia({ contrast: 'more' });
  await expect(rootOf(page)).toHaveAttribute('data-theme', 'highContrastLight');
});
