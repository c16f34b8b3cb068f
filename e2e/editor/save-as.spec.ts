import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { editorOf, untilKept } from '../support/views/editor.ts';
import { saveDialogOf } from '../support/views/save-dialog.ts';

const read = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8');
const saveAs = (page: Page) => page.keyboard.press('ControlOrMeta+Shift+S');
/** Inserts a text at once: a pause between two keys would split it into several steps of undo. */
async function insertAtStart(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText(words);
}
const notices = (page: Page) => page.getByRole('main').getByRole('alert');

test('a document goes on as another file, with its form, history and place; the file before stays as it is', async ({
  open,
}) => {
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`).join('\r\n');
  const { app, page, project } = await open({
    project: { 'sub/a.ts': `\uFEFF${lines}`, 'z.txt': 'zed\n' },
  });
  const editor = editorOf(page);
  const dialog = saveDialogOf(app);
  await editor.entry('sub').click();
  await editor.open('a.ts');
  await editor.open('z.txt');
  await editor.tab('a.ts').click();
  await insertAtStart(page, '// ');
  await page.keyboard.press('ControlOrMeta+End');
  const scroller = page.locator('main .cm-scroller');
  const top = () => scroller.evaluate((element) => element.scrollTop);
  await expect.poll(top).toBeGreaterThan(1000);
  const before = await top();

  // Outside of the folder, as the person chose in the system's dialog.
  const target = join(project, '..', 'b.py');
  await dialog.answer(target);
  await saveAs(page);
  await expect(editor.tab('b.py')).toBeVisible();
  await expect(editor.tabs).toHaveText(['b.py', 'z.txt']);
  expect((await dialog.asked())[0]).toMatchObject({ title: 'Save As', defaultPath: join(project, 'sub', 'a.ts') });
  expect(await read(target)).toBe(`\uFEFF// ${lines}`);
  expect(await read(project, 'sub', 'a.ts')).toBe(`\uFEFF${lines}`);
  await expect(page.getByRole('contentinfo')).toContainText('Python');
  await expect(page).toHaveTitle('b.py - project - Outrigger');
  await editor.expectCursor('Ln 300, Col 9');
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  await expect(editor.text('b.py')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.dirtyTab('b.py')).toBeVisible();
  await editor.save('b.py');
  expect(await read(target)).toBe(`\uFEFF${lines}`);

  await test.step('it follows the new file, and the old one no longer', async () => {
    await writeFile(join(project, 'sub', 'a.ts'), 'changed\n');
    await writeFile(target, 'theirs\n');
    await expect(editor.text('b.py')).toHaveText('theirs');
    await expect(editor.tab('b.py')).toBeVisible();
  });
});

test('over a file that is open neither text is lost, and there are never two tabs of one file', async ({ open }) => {
  const { app, page, project } = await open({
    project: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' },
    prepare: (_page, _userData, folder) => symlink('c.txt', join(folder, 'link.txt')),
  });
  const editor = editorOf(page);
  const dialog = saveDialogOf(app);
  for (const name of ['a.txt', 'b.txt', 'link.txt']) await editor.open(name);
  await editor.open('b.txt');
  await insertAtStart(page, 'mine ');
  await editor.open('a.txt');
  await insertAtStart(page, 'new ');

  await dialog.answer(join(project, 'b.txt'), null);
  await saveAs(page);
  await expect(editor.question).toHaveAccessibleName('Replace b.txt?');
  await expect(editor.question).toContainText('they are kept in a new tab, Untitled-1');
  await editor.answer('Choose another name');
  await expect.poll(dialog.asked).toHaveLength(2);
  expect(await read(project, 'b.txt')).toBe('b\n');
  await expect(editor.dirtyTab('a.txt')).toBeVisible();

  await dialog.answer(join(project, 'b.txt'));
  await saveAs(page);
  await editor.answer('Replace');
  await expect(editor.tabs).toHaveText(['b.txt', 'Untitled-1', 'link.txt']);
  await expect(editor.text('b.txt')).toHaveText('new a');
  await expect(editor.tab('b.txt')).toBeVisible();
  expect([await read(project, 'a.txt'), await read(project, 'b.txt')]).toEqual(['a\n', 'new a\n']);
  await editor.dirtyTab('Untitled-1').click();
  await expect(editor.text('Untitled-1')).toHaveText('mine b');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.text('Untitled-1')).toHaveText('b');

  await test.step('a file that is open by a link is that file, and one without edits makes way', async () => {
    await editor.tab('b.txt').click();
    await dialog.answer(join(project, 'c.txt'));
    await saveAs(page);
    await expect(editor.tabs).toHaveText(['c.txt', 'Untitled-1']);
    expect(await read(project, 'c.txt')).toBe('new a\n');
    await expect(page.getByText('changed on disk')).toHaveCount(0);
  });
  await test.step('its own name is a save', async () => {
    await editor.text('c.txt').focus();
    await insertAtStart(page, 'very ');
    await dialog.answer(join(project, 'c.txt'));
    await saveAs(page);
    await expect(editor.tab('c.txt')).toBeVisible();
    expect(await read(project, 'c.txt')).toBe('very new a\n');
  });
});

test('where it cannot be written it says why, keeps the text, and offers another file and the path', async ({
  open,
}) => {
  const { app, page, project } = await open({
    project: { 'a.txt': 'a\n', 'gone/b.txt': 'b\n' },
    async prepare(_page, _userData, folder) {
      await mkdir(join(folder, 'folder'));
      execFileSync('mkfifo', [join(folder, 'pipe')]);
    },
  });
  const editor = editorOf(page);
  const dialog = saveDialogOf(app);
  await editor.open('a.txt');
  await insertAtStart(page, 'new ');
  const reasons: [string, string][] = [
    [join(project, 'folder'), '“folder” could not be saved: a folder or a device has that name.'],
    [join(project, 'pipe'), '“pipe” could not be saved: a folder or a device has that name.'],
    ['/dev/full', '“full” could not be saved: a folder or a device has that name.'],
    ['/proc/new.txt', '“new.txt” could not be saved: '],
    [join(project, 'not', 'there.txt'), '“there.txt” could not be saved: its folder is gone.'],
  ];
  for (const [path, words] of reasons) {
    await dialog.answer(path);
    await saveAs(page);
    await expect(notices(page)).toContainText(words);
    await expect(editor.dirtyTab('a.txt')).toBeVisible();
    await expect(editor.text('a.txt')).toHaveText('new a');
  }
  // Only a notice of the present state, none of the earlier ones.
  await expect(notices(page).getByRole('button', { name: 'Save As…' })).toHaveCount(1);
  await notices(page).getByRole('button', { name: 'Copy path' }).click();
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toBe(join(project, 'not', 'there.txt'));

  await editor.text('a.txt').focus();
  await dialog.answer('/proc/new.txt', join(project, 'c.txt'));
  await saveAs(page);
  await notices(page).getByRole('button', { name: 'Save As…' }).click();
  await expect(editor.tab('c.txt')).toBeVisible();
  await expect(notices(page)).not.toContainText('could not be saved');
  expect([await read(project, 'a.txt'), await read(project, 'c.txt')]).toEqual(['a\n', 'new a\n']);
});

test('a save that fails, and a file that is gone, offer another file', async ({ open }) => {
  const { app, page, project } = await open({ project: { 'sub/a.txt': 'only copy\n' }, file: 'sub/a.txt' });
  const editor = editorOf(page);
  const dialog = saveDialogOf(app);
  await insertAtStart(page, 'new ');
  execFileSync('rm', ['-r', join(project, 'sub')]);
  const bar = page.getByRole('alert').filter({ hasText: 'a.txt is no longer on disk.' });
  await expect(bar.getByRole('button')).toHaveText(['Save again', 'Save As…', 'Copy path', 'Close tab']);
  await page.keyboard.press('ControlOrMeta+S');
  await expect(notices(page).filter({ hasText: 'its folder is gone' })).toBeVisible();
  await bar.getByRole('button', { name: 'Copy path' }).click();
  await expect(bar.getByRole('button', { name: 'Copied' })).toBeVisible();
  await dialog.answer(join(project, 'b.txt'));
  await bar.getByRole('button', { name: 'Save As…' }).click();
  await expect(editor.tab('b.txt')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.getByText('could not be saved')).toHaveCount(0);
  expect(await read(project, 'b.txt')).toBe('new only copy\n');
});

test('after Save As the journal goes on with the new file', { tag: '@soak' }, async ({ launch }) => {
  const first = await launch({ project: { 'a.txt': 'fixed\n' } });
  const { page, project } = first;
  const editor = editorOf(page);
  const dialog = saveDialogOf(first.app);
  await editor.open('a.txt');
  await insertAtStart(page, 'not ');
  await dialog.answer(join(project, 'mine.txt'));
  await saveAs(page);
  await expect(editor.tab('mine.txt')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+N');
  await page.keyboard.insertText('begun');
  await dialog.answer(join(project, 'begun.txt'));
  await page.keyboard.press('ControlOrMeta+S');
  await expect(editor.tab('begun.txt')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('more');
  await untilKept(page);
  const second = await first.relaunch({ isKilled: true, isBare: true });
  const again = editorOf(second.page);
  await expect(again.tabs).toHaveText(['mine.txt', 'begun.txt']);
  await expect(again.text('begun.txt')).toHaveText('begunmore');
  await expect(again.dirtyTab('begun.txt')).toBeVisible();
  await expect(second.page.getByText('changed on disk')).toHaveCount(0);
  await again.save('begun.txt');
  expect(await read(project, 'begun.txt')).toBe('begun\nmore');
  for (let step = 0; step < 3; step += 1) await second.page.keyboard.press('ControlOrMeta+Z');
  await expect(again.text('begun.txt')).toHaveText('');
  await again.tab('mine.txt').click();
  await second.page.keyboard.press('ControlOrMeta+Z');
  await expect(again.text('mine.txt')).toHaveText('fixed');
});
