import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { editorOf, untilKept } from '../support/views/editor.ts';
import { textIn } from '../support/views/text-in.ts';

test('a window whose process ends comes back with the file as it was saved last, not as it was at the start', {
  tag: '@soak',
}, async ({ launch }) => {
  const { app, page, project } = await launch({ project: { 'a.txt': 'first\n' }, file: 'a.txt' });
  const editor = editorOf(page).text('a.txt');
  await expect(editor).toContainText('first');
  await editor.press('ControlOrMeta+End');
  await editor.pressSequentially('second');
  await page.keyboard.press('ControlOrMeta+S');
  await expect.poll(() => readFile(join(project, 'a.txt'), 'utf8')).toBe('first\nsecond');

  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  await expect.poll(() => textIn(app), { timeout: 60_000 }).toContain('second');
});

test('a window that stops comes back with the text that was not saved, and says so', async ({ launch }) => {
  const { app, page } = await launch({ project: { 'a.txt': 'first\n' }, file: 'a.txt' });
  await editorOf(page).text('a.txt').press('x');
  await expect(page.getByRole('tab', { name: 'a.txt, unsaved' })).toBeVisible();
  await untilKept(page);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  const kept = 'Unsaved text in one file was restored. Saved files are as they were.';
  await expect.poll(() => textIn(app, 'body'), { timeout: 60_000 }).toContain(kept);
  await expect.poll(() => textIn(app)).toContain('xfirst');
});

test('a window that stops twice comes up without the files that were open, which are there at the next start', {
  tag: '@soak',
}, async ({ launch }) => {
  const first = await launch({ project: { 'a.txt': 'first\n' }, file: 'a.txt' });
  await editorOf(first.page).text('a.txt').press('x');
  await untilKept(first.page);
  const again = await first.relaunch({ isBare: true });
  // The person chooses to reload.
  await again.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
  });
  for (const shown of ['xfirst', 'No file is open']) {
    await again.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
    await expect.poll(() => textIn(again.app, 'main'), { timeout: 60_000 }).toContain(shown);
  }
  await expect.poll(() => textIn(again.app, 'body')).toContain('They are kept and reopened at the next start.');
  const last = await again.relaunch({ isKilled: true, isBare: true });
  await expect(editorOf(last.page).text('a.txt')).toHaveText('xfirst');
});

test('a folder that is deleted while it is open is told, and the text of open files stays', async ({ open }) => {
  const { page, project } = await open({ project: { 'a.txt': 'first\n' }, file: 'a.txt' });
  await expect(page.getByRole('treeitem', { name: 'a.txt' })).toBeVisible();
  await rm(project, { recursive: true });
  await expect(page.getByText('This folder is no longer on disk.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open another folder' })).toBeVisible();
  await expect(editorOf(page).text('a.txt')).toContainText('first');
});
