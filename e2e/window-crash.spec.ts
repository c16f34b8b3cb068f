import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Outrigger, test } from './fixtures.ts';
import { editorOf } from './support/editor.ts';

test('a window whose process ends comes back with the file as it was saved last, not as it was at the start', async ({
  launch,
}) => {
  const { app, page, project } = await launch({ project: { 'a.txt': 'first\n' }, file: 'a.txt' });
  const editor = editorOf(page).text('a.txt');
  await expect(editor).toContainText('first');
  await editor.press('ControlOrMeta+End');
  await editor.pressSequentially('second');
  await page.keyboard.press('ControlOrMeta+S');
  await expect.poll(() => readFile(join(project, 'a.txt'), 'utf8')).toBe('first\nsecond');

  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  await expect.poll(() => textIn(app), { timeout: 40_000 }).toContain('second');
});

test('a window that stops with unsaved text says what is lost and what is kept', async ({ launch }) => {
  const { app, page } = await launch({ project: { 'a.txt': 'first\n' }, file: 'a.txt' });
  await editorOf(page).text('a.txt').press('x');
  await expect(page.getByRole('tab', { name: 'a.txt, unsaved' })).toBeVisible();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  const lost = 'Unsaved changes in one file are lost. Saved files are as they were.';
  await expect.poll(() => textIn(app, 'body'), { timeout: 40_000 }).toContain(lost);
});

test('a folder that is deleted while it is open is told, and the text of open files stays', async ({ open }) => {
  const { page, project } = await open({ project: { 'a.txt': 'first\n' }, file: 'a.txt' });
  await expect(page.getByRole('treeitem', { name: 'a.txt' })).toBeVisible();
  await rm(project, { recursive: true });
  await expect(page.getByText('This folder is not on disk any more.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open another folder' })).toBeVisible();
  await expect(editorOf(page).text('a.txt')).toContainText('first');
});

/** What the editor, or another part, shows. A question that the old page or one that still loads has swallowed is given up. */
const textIn = (app: Outrigger['app'], part = 'main .cm-content'): Promise<string> =>
  app.evaluate(({ BrowserWindow }, selector) => {
    const script = `document.documentElement.dataset.editable && document.querySelector('${selector}')?.innerText`;
    const shown = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script);
    return Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 3000))]).then(String, String);
  }, part);
