import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { editorOf, openFolder, untilKept } from '../support/views/editor.ts';
import { panelOf } from '../support/views/panel.ts';
import { saveDialogOf } from '../support/views/save-dialog.ts';
import { textIn } from '../support/views/text-in.ts';

const files = { 'a.txt': 'one\n', 'b.txt': 'bee\n' };
const read = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8');
const newFile = (page: Page) => page.keyboard.press('ControlOrMeta+N');

test('a new file is there by key, menu, palette and a double click beside the tabs, each with a free number', async ({
  open,
}) => {
  const { app, page } = await open({ project: files, file: 'a.txt' });
  const editor = editorOf(page);
  await newFile(page);
  await expect(editor.text('Untitled-1')).toBeFocused();
  await page.keyboard.type('typed at once');
  await expect(editor.dirtyTab('Untitled-1')).toBeVisible();
  await expect(page).toHaveTitle('Untitled-1 - project - Outrigger');
  await expect(page.getByRole('banner').getByTitle('Untitled-1, not saved to a file yet')).toHaveText('Untitled-1');
  await expect(page.getByRole('contentinfo')).toContainText('Plain text');

  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('file.new')?.click());
  await expect(editor.text('Untitled-2')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await page.getByRole('combobox').fill('>New File');
  await page.keyboard.press('Enter');
  await expect(editor.text('Untitled-3')).toBeFocused();
  const strip = page.getByRole('tablist', { name: 'Open files' });
  const box = await strip.boundingBox();
  if (!box) throw new Error('There are no tabs.');
  await page.mouse.dblclick(box.x + box.width - 8, box.y + box.height / 2);
  await expect(editor.text('Untitled-4')).toBeFocused();
  await expect(editor.tabs).toHaveText(['a.txt', 'Untitled-1', 'Untitled-2', 'Untitled-3', 'Untitled-4']);

  await test.step('an empty one goes without a question, and its number is free again', async () => {
    await editor.tab('Untitled-2').click();
    await page.keyboard.press('ControlOrMeta+W');
    await expect(editor.tab('Untitled-2')).toHaveCount(0);
    await newFile(page);
    await expect(editor.text('Untitled-2')).toBeFocused();
    // An untitled document that is empty again has nothing to lose.
    await page.keyboard.type('x');
    await expect(editor.dirtyTab('Untitled-2')).toBeVisible();
    await page.keyboard.press('Backspace');
    await expect(editor.tab('Untitled-2')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+W');
    await expect(editor.tab('Untitled-2')).toHaveCount(0);
  });
  await test.step('one with text asks, and is lost only when that is said', async () => {
    await editor.dirtyTab('Untitled-1').click();
    await page.keyboard.press('ControlOrMeta+W');
    await expect(editor.question).toHaveAccessibleName('Save Untitled-1?');
    await editor.answer('Cancel');
    await expect(editor.text('Untitled-1')).toHaveText('typed at once');
    await page.keyboard.press('ControlOrMeta+W');
    await editor.answer('Don’t save');
    await expect(editor.tabs).toHaveText(['a.txt', 'Untitled-3', 'Untitled-4']);
  });
});

test('in the agent panel the key begins a thread, and an untitled text goes into a message as text', async ({
  open,
}) => {
  const { page } = await open({ project: files, file: 'a.txt' });
  const editor = editorOf(page);
  const panel = panelOf(page);
  await panel.composer.click();
  await newFile(page);
  await expect(editor.tabs).toHaveText(['a.txt']);
  await editor.text('a.txt').focus();
  await newFile(page);
  await page.keyboard.type('first\nsecond\nthird');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('ControlOrMeta+Shift+J');
  await expect(panel.composer).toBeFocused();
  await expect(panel.composer).toContainText('```secondthird```');
  await expect(panel.composer).not.toContainText('untitled');

  await test.step('it is no file that could be mentioned, and can be gone to by its name', async () => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('@a.t');
    await expect(page.getByRole('option').first()).toContainText('a.txt');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('@Untitled');
    await expect(page.getByRole('option', { name: /Untitled/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await editor.tab('a.txt').click();
    await page.keyboard.press('ControlOrMeta+P');
    await page.getByRole('combobox', { name: 'File name' }).fill('untitled');
    await expect(page.getByRole('option')).toHaveText(['Untitled-1']);
    await page.keyboard.press('Enter');
    await expect(editor.text('Untitled-1')).toBeFocused();
  });
});

test('saving one asks where to, and its tab goes on as the file', async ({ open }) => {
  const { app, page, project } = await open({ project: files });
  const editor = editorOf(page);
  const dialog = saveDialogOf(app);
  await page.getByRole('main').getByRole('button', { name: 'New file' }).click();
  await expect(editor.text('Untitled-1')).toBeFocused();
  await page.keyboard.insertText('const one = 1;');
  await dialog.answer(null);
  await page.keyboard.press('ControlOrMeta+S');
  await expect.poll(dialog.asked).toHaveLength(1);
  expect((await dialog.asked())[0]).toMatchObject({
    title: 'Save As',
    defaultPath: join(project, 'Untitled-1.txt'),
    properties: expect.arrayContaining(['showOverwriteConfirmation']),
  });
  await expect(editor.dirtyTab('Untitled-1')).toBeVisible();
  expect((await readdir(project)).toSorted()).toEqual(['a.txt', 'b.txt']);

  await dialog.answer(join(project, 'new.ts'));
  await page.keyboard.press('ControlOrMeta+S');
  await expect(editor.tab('new.ts')).toBeVisible();
  await expect(editor.tabs).toHaveText(['new.ts']);
  await expect(editor.text('new.ts')).toBeFocused();
  await expect(page.getByRole('contentinfo')).toContainText('TypeScript');
  expect(await read(project, 'new.ts')).toBe('const one = 1;');
  // With its history, and saved without a question from now on.
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.text('new.ts')).toHaveText('');
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await page.keyboard.type(' //');
  await editor.save('new.ts');
  expect(await read(project, 'new.ts')).toBe('const one = 1; //');
  expect(await dialog.asked()).toHaveLength(2);

  await test.step('also when it is closed', async () => {
    await newFile(page);
    await page.keyboard.type('kept');
    await dialog.answer(null, join(project, 'kept.txt'));
    await page.keyboard.press('ControlOrMeta+W');
    await editor.answer('Save');
    await expect(editor.dirtyTab('Untitled-1')).toBeVisible();
    await expect.poll(dialog.asked).toHaveLength(3);
    await page.keyboard.press('ControlOrMeta+W');
    await editor.answer('Save');
    await expect(editor.tabs).toHaveText(['new.ts']);
    expect(await read(project, 'kept.txt')).toBe('kept');
  });
});

test('untitled files are back after a quit, a crash of the window and kill -9, also without a folder', {
  tag: '@soak',
}, async ({ launch }) => {
  const first = await launch({ project: null });
  const editor = editorOf(first.page);
  await newFile(first.page);
  await first.page.keyboard.type('first');
  await newFile(first.page);
  await newFile(first.page);
  // Inserted at once: a pause between two keys would split it into several steps of undo.
  await first.page.keyboard.insertText('third');
  await first.page.keyboard.press('Enter');
  await first.page.keyboard.insertText('line');
  await first.page.keyboard.press('ArrowUp');
  await expect(editor.tabs).toHaveText(['Untitled-1', 'Untitled-2', 'Untitled-3']);
  await untilKept(first.page);

  let now = await first.relaunch({ isKilled: true, isBare: true });
  await expectAll(now.page);
  // With its cursor and its undo history.
  await now.page.keyboard.insertText('-');
  await expect(editorOf(now.page).text('Untitled-3')).toHaveText('thir-dline');
  await now.page.keyboard.press('ControlOrMeta+Z');
  now = await now.relaunch({ isBare: true });
  await expectAll(now.page);
  for (let step = 0; step < 3; step += 1) await now.page.keyboard.press('ControlOrMeta+Z');
  await expect(editorOf(now.page).text('Untitled-3')).toHaveText('');
  await now.page.keyboard.type('third anew');

  await test.step('one that was closed without saving does not come back', async () => {
    await editorOf(now.page).dirtyTab('Untitled-1').click();
    await now.page.keyboard.press('ControlOrMeta+W');
    await editorOf(now.page).answer('Don’t save');
    await untilKept(now.page);
    now = await now.relaunch({ isKilled: true, isBare: true });
    await expect(editorOf(now.page).tabs).toHaveText(['Untitled-2', 'Untitled-3']);
    const journals = (await readdir(join(now.userData, 'backups'))).filter((name) => name.endsWith('.jsonl'));
    expect(journals).toHaveLength(1);
  });
  await test.step('and when the window alone stops', async () => {
    await editorOf(now.page).dirtyTab('Untitled-3').click();
    await untilKept(now.page);
    await now.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
    await expect
      .poll(() => textIn(now.app, 'main'), { timeout: 60_000 })
      .toMatch(/Untitled-2\s+Untitled-3[\s\S]*third anew/);
  });
});

async function expectAll(page: Page): Promise<void> {
  const editor = editorOf(page);
  await expect(editor.tabs).toHaveText(['Untitled-1', 'Untitled-2', 'Untitled-3']);
  await expect(editor.text('Untitled-3')).toBeFocused();
  await expect(editor.text('Untitled-3')).toHaveText('thirdline');
  await editor.dirtyTab('Untitled-1').click();
  await expect(editor.text('Untitled-1')).toHaveText('first');
  await editor.tab('Untitled-2').click();
  await expect(editor.text('Untitled-2')).toHaveText('');
  await editor.dirtyTab('Untitled-3').click();
  await expect(page.getByText('is no longer on disk')).toHaveCount(0);
}

test('what was begun without a folder goes along into the first one, beside its namesake there', {
  tag: '@soak',
}, async ({ folder, launch }) => {
  const [file, project] = [join(folder, 'notes.txt'), join(folder, 'project')];
  await writeFile(file, 'one\n');
  await mkdir(project);
  const first = await launch({ project: null, args: [file] });
  await expect(editorOf(first.page).text('notes.txt')).toBeFocused();
  await openFolder(first.page, project);
  await newFile(first.page);
  await first.page.keyboard.type('of the folder');

  // A start with a file has no folder.
  const second = await first.relaunch();
  const editor = editorOf(second.page);
  await expect(editor.text('notes.txt')).toBeFocused();
  await expect(editor.tabs).toHaveText(['notes.txt']);
  await newFile(second.page);
  await second.page.keyboard.type('of none');
  await openFolder(second.page, project);
  const texts = async (page: Page) => {
    const both = editorOf(page);
    await expect(both.tabs).toHaveText(['Untitled-2', 'notes.txt', 'Untitled-1']);
    await both.dirtyTab('Untitled-2').click();
    await expect(both.text('Untitled-2')).toHaveText('of the folder');
    await both.dirtyTab('Untitled-1').click();
    await expect(both.text('Untitled-1')).toHaveText('of none');
  };
  await expect(editor.dirtyTab('Untitled-2')).toBeVisible();
  await expect(editor.text('Untitled-1')).toHaveText('of none');
  await texts(second.page);
  await untilKept(second.page);
  const third = await second.relaunch({ isKilled: true, isBare: true });
  await texts(third.page);
});
