import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { editorOf, openFolder, untilKept } from '../support/views/editor.ts';

const files = { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'bee\n', 'c.txt': 'sea\n' };

test('after kill -9 texts that were not saved are back, with their tabs, cursors and all that can be undone', async ({
  launch,
}) => {
  const first = await launch({ project: files });
  const { page, project } = first;
  const editor = editorOf(page);
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await editor.open(name);
  await editor.open('a.txt');
  await editor.text('a.txt').press('ControlOrMeta+End');
  await page.keyboard.type('four');
  // A pause, so that a new step of the history begins.
  await delay(700);
  await page.keyboard.press('Enter');
  await page.keyboard.type('five');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await editor.open('b.txt');
  await editor.typeAtStart('x');
  await editor.save('b.txt');
  await expect.poll(() => readFile(join(project, 'b.txt'), 'utf8')).toBe('xbee\n');
  await untilKept(page);
  const second = await first.relaunch({ isKilled: true, isBare: true });
  expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe(files['a.txt']);
  expect((await readdir(project)).toSorted()).toEqual(['a.txt', 'b.txt', 'c.txt']);

  const again = editorOf(second.page);
  await expect(again.tabs).toHaveText(['a.txt', 'b.txt', 'c.txt']);
  await expect(again.text('b.txt')).toBeFocused();
  await expect(again.text('b.txt')).toHaveText('xbee');
  await expect(again.dirtyTab('a.txt')).toBeVisible();
  await expect(again.dirtyTab('b.txt')).toBeHidden();
  await again.dirtyTab('a.txt').click();
  await expect(again.text('a.txt')).toHaveText('onetwothreefourfive');
  // The cursor is where it was.
  await second.page.keyboard.type('-');
  await expect(again.text('a.txt')).toHaveText('onetwothree-fourfive');
  for (let step = 0; step < 12; step += 1) await second.page.keyboard.press('ControlOrMeta+Z');
  await expect(again.text('a.txt')).toHaveText('onetwothree');
  await expect(again.dirtyTab('a.txt')).toBeHidden();
  await again.tab('b.txt').click();
  await second.page.keyboard.press('ControlOrMeta+Z');
  await expect(again.text('b.txt')).toHaveText('bee');
});

test('a file that changed meanwhile is not loaded over what was not saved, and one that is gone comes back by a save', async ({
  launch,
}) => {
  const first = await launch({ project: files });
  const { project } = first;
  const editor = editorOf(first.page);
  await editor.open('a.txt');
  await editor.typeAtStart('mine ');
  await editor.open('b.txt');
  await editor.typeAtStart('mine ');
  await first.page.keyboard.press('ControlOrMeta+Z');
  await editor.open('c.txt');
  await editor.typeAtStart('mine ');
  await expect(editor.dirtyTab('c.txt')).toBeVisible();
  await untilKept(first.page);
  const starting = first.relaunch({ isKilled: true, isBare: true });
  await writeFile(join(project, 'a.txt'), 'theirs\n');
  await writeFile(join(project, 'b.txt'), 'theirs\n');
  await rm(join(project, 'c.txt'));
  const { page } = await starting;
  const again = editorOf(page);
  await again.dirtyTab('a.txt').click();
  await expect(again.text('a.txt')).toHaveText('mine onetwothree');
  await expect(page.getByText('changed on disk')).toBeVisible();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('group', { name: 'Differences of a.txt' })).toContainText('1 of 1');
  // A file without unsaved edits follows the disk.
  await again.tab('b.txt').click();
  await expect(again.text('b.txt')).toHaveText('theirs');
  await again.dirtyTab('c.txt').click();
  await expect(again.text('c.txt')).toHaveText('mine sea');
  await again.save('c.txt');
  expect(await readFile(join(project, 'c.txt'), 'utf8')).toBe('mine sea\n');
  expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe('theirs\n');
});

test('another folder shows its own files, and the first one has what was not saved, untitled too, when it is opened again', async ({
  open,
}) => {
  const { page, project } = await open({ project: files });
  const other = join(project, '..', 'other');
  await mkdir(other);
  await writeFile(join(other, 'z.txt'), 'zed\n');
  const editor = editorOf(page);
  const newFile = async (words: string) => {
    await page.keyboard.press('ControlOrMeta+N');
    await page.keyboard.type(words);
  };
  await newFile('of the project');
  // Opening a file does not replace the untitled document.
  await editor.open('a.txt');
  await editor.typeAtStart('new ');
  await openFolder(page, other);
  await expect(editor.tabs).toHaveCount(0);
  await newFile('of the other');
  await editor.open('z.txt');
  await openFolder(page, project);
  await expect(editor.tabs).toHaveText(['Untitled-1', 'a.txt']);
  await expect(editor.text('a.txt')).toHaveText('new onetwothree');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.text('a.txt')).toHaveText('onetwothree');
  await editor.dirtyTab('Untitled-1').click();
  await expect(editor.text('Untitled-1')).toHaveText('of the project');
  await openFolder(page, other);
  await expect(editor.tabs).toHaveText(['Untitled-1', 'z.txt']);
  await editor.dirtyTab('Untitled-1').click();
  await expect(editor.text('Untitled-1')).toHaveText('of the other');

  await test.step('what was not saved in a folder that is gone comes along', async () => {
    const moved = join(project, '..', 'moved');
    await openFolder(page, project);
    await editor.dirtyTab('Untitled-1').click();
    await page.keyboard.type(', too');
    await rename(project, moved);
    await openFolder(page, moved);
    await expect(editor.tabs).toHaveText(['Untitled-1', 'a.txt']);
    await expect(page.getByText('no longer on disk. What was not saved in it is open here')).toBeVisible();
    await editor.dirtyTab('Untitled-1').click();
    await expect(editor.text('Untitled-1')).toHaveText('of the project, too');
    await editor.dirtyTab('a.txt').click();
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect(editor.text('a.txt')).toHaveText('new onetwothree');
    await page.screenshot({ path: test.info().outputPath('gone-folder.png') });
  });
});

test('what is closed without saving does not come back', { tag: '@soak' }, async ({ launch }) => {
  const first = await launch({ project: files });
  const editor = editorOf(first.page);
  await editor.open('b.txt');
  await editor.open('a.txt');
  await editor.typeAtStart('new ');
  await untilKept(first.page);
  await first.page.keyboard.press('ControlOrMeta+W');
  await editor.answer('Don’t save');
  await expect(editor.tabs).toHaveText(['b.txt']);
  await untilKept(first.page);
  const second = await first.relaunch({ isKilled: true, isBare: true });
  const again = editorOf(second.page);
  await expect(again.tabs).toHaveText(['b.txt']);
  await again.open('a.txt');
  await expect(again.text('a.txt')).toHaveText('onetwothree');
});

test('what is loaded from the disk at a start is edited, kept and undone as anything else', { tag: '@soak' }, async ({
  launch,
}) => {
  const first = await launch({ project: files });
  const { project } = first;
  const editor = editorOf(first.page);
  await editor.open('a.txt');
  await editor.typeAtStart('mine ');
  await editor.save('a.txt');
  const starting = first.relaunch({ isKilled: true, isBare: true });
  await writeFile(join(project, 'a.txt'), 'theirs, and longer than ours was\n');
  const second = await starting;
  const again = editorOf(second.page);
  await expect(again.text('a.txt')).toHaveText('theirs, and longer than ours was');
  await again.typeAtStart('more ');
  await untilKept(second.page);
  const third = await second.relaunch({ isKilled: true, isBare: true });
  const last = editorOf(third.page);
  await expect(last.text('a.txt')).toHaveText('more theirs, and longer than ours was');
  await expect(last.dirtyTab('a.txt')).toBeVisible();
  await expect(third.page.getByText('changed on disk')).toBeHidden();
  await third.page.keyboard.press('ControlOrMeta+Z');
  await expect(last.text('a.txt')).toHaveText('theirs, and longer than ours was');
  await expect(last.tab('a.txt')).toBeVisible();
});

test('a file that is named at the start has its unsaved text too, and a save is not taken for another program’s', {
  tag: '@soak',
}, async ({ launch }) => {
  const first = await launch({ project: files, file: 'a.txt' });
  const editor = editorOf(first.page);
  await expect(editor.text('a.txt')).toBeFocused();
  await editor.typeAtStart('new ');
  await untilKept(first.page);
  const second = await first.relaunch({ isKilled: true });
  const again = editorOf(second.page);
  await expect(again.text('a.txt')).toHaveText('new onetwothree');
  await expect(again.dirtyTab('a.txt')).toBeVisible();
  await again.typeAtStart('very ');
  await again.save('a.txt');
  const third = await second.relaunch({ isKilled: true });
  await expect(editorOf(third.page).text('a.txt')).toHaveText('very new onetwothree');
  await expect(editorOf(third.page).tab('a.txt')).toBeVisible();
  await expect(third.page.getByText('changed on disk')).toBeHidden();
});

test('a file that was open without a folder is there again, whatever folder was open before', { tag: '@soak' }, async ({
  folder,
  launch,
}) => {
  const file = join(folder, 'notes.txt');
  await writeFile(file, 'one\n');
  const first = await launch({ project: null, args: [file], settings: { recentFolders: [folder] } });
  const editor = editorOf(first.page);
  await expect(editor.text('notes.txt')).toBeFocused();
  await editor.typeAtStart('new ');
  const second = await first.relaunch({ isBare: true });
  await expect(editorOf(second.page).text('notes.txt')).toHaveText('new one');
  await expect(editorOf(second.page).tree).toBeHidden();
});

test('where nothing can be kept it is said, and quitting asks', async ({ launch }) => {
  // A file in place of the folder, as not even root can write into that.
  const prepare = (userData: string) => writeFile(join(userData, 'backups'), '');
  const { app, page, userData } = await launch({ project: files, prepare });
  const editor = editorOf(page);
  await editor.open('a.txt');
  await editor.typeAtStart('new ');
  await expect(page.getByText('Until this is fixed, unsaved text is not backed up: save your work.')).toBeVisible();
  const closeWindow = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await closeWindow();
  await expect(editor.question).toHaveAccessibleName('Save a.txt?');
  await editor.answer('Cancel');
  // Once this is mended, text typed meanwhile is kept too.
  await rm(join(userData, 'backups'));
  const kept = async () => {
    const names = (await readdir(join(userData, 'backups')).catch(() => [])).filter((name) => name.endsWith('.jsonl'));
    return Promise.all(names.map((name) => readFile(join(userData, 'backups', name), 'utf8')));
  };
  await expect.poll(async () => (await kept()).join(''), { timeout: 60_000 }).toContain('"new "');
  const exited = new Promise((resolve) => app.process().once('exit', resolve));
  await closeWindow();
  expect(await exited).toBe(0);
});

test('a long file is shown where it was read', { tag: '@soak' }, async ({ launch }) => {
  const lines = Array.from({ length: 2_000 }, (_, n) => `line ${n + 1}`).join('\n');
  const first = await launch({ project: { 'long.txt': lines, 'b.txt': 'bee\n' } });
  const editor = editorOf(first.page);
  await editor.open('b.txt');
  await editor.open('long.txt');
  const scroller = (page: Page) => page.locator('main .cm-scroller');
  await scroller(first.page).evaluate((element) => element.scrollTo({ top: 12_345 }));
  await untilKept(first.page);
  const top = await scroller(first.page).evaluate((element) => element.scrollTop);
  const second = await first.relaunch({ isKilled: true, isBare: true });
  await expect(editorOf(second.page).text('long.txt')).toBeFocused();
  await expect
    .poll(async () => Math.abs((await scroller(second.page).evaluate((element) => element.scrollTop)) - top))
    .toBeLessThan(2);
  await editorOf(second.page).tab('b.txt').click();
  await editorOf(second.page).tab('long.txt').click();
  await expect
    .poll(async () => Math.abs((await scroller(second.page).evaluate((element) => element.scrollTop)) - top))
    .toBeLessThan(2);
});
