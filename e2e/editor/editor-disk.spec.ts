import { execFileSync } from 'node:child_process';
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';
import { runCommand } from '../support/views/extensions-view.ts';

const read = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('saving keeps what a file is: mode, link, line ends, byte-order mark, last line', async ({ open }) => {
  const { page, project } = await open({
    project: {
      'run.sh': '#!/bin/sh\necho one\n',
      'private.txt': 'mine\n',
      'shared.txt': 'ours\n',
      'target.txt': 'target\n',
      'windows.txt': 'one\r\ntwo\r\n',
      'bom.txt': '\uFEFFmarked\n',
      'open-end.txt': 'no end',
      'mixed.txt': 'one\r\ntwo\nthree\r\n',
    },
  });
  await chmod(join(project, 'run.sh'), 0o755);
  await chmod(join(project, 'private.txt'), 0o600);
  // More permissions than a new file gets under the usual umask.
  await chmod(join(project, 'shared.txt'), 0o666);
  await symlink('target.txt', join(project, 'link.txt'));
  const editor = editorOf(page);
  // It moves the rows below it, perhaps between the two clicks on one of them.
  await expect(editor.entry('link.txt')).toBeVisible();
  const edit = async (name: string, words: string) => {
    await editor.open(name);
    await editor.typeAtStart(words);
    await editor.save(name);
  };
  const modeOf = async (name: string) => ((await stat(join(project, name))).mode & 0o7777).toString(8);

  await edit('run.sh', '# new ');
  expect(await read(project, 'run.sh')).toBe('# new #!/bin/sh\necho one\n');
  expect(await modeOf('run.sh')).toBe('755');
  await edit('private.txt', 'new ');
  expect(await modeOf('private.txt')).toBe('600');
  await edit('shared.txt', 'new ');
  expect(await modeOf('shared.txt')).toBe('666');

  await edit('link.txt', 'through a link ');
  expect((await lstat(join(project, 'link.txt'))).isSymbolicLink()).toBe(true);
  expect(await read(project, 'target.txt')).toBe('through a link target\n');

  await edit('windows.txt', 'new\n');
  expect(await read(project, 'windows.txt')).toBe('new\r\none\r\ntwo\r\n');
  await expect(page.getByText('CRLF', { exact: true })).toBeVisible();
  await edit('bom.txt', 'new ');
  expect(await read(project, 'bom.txt')).toBe('\uFEFFnew marked\n');
  await edit('open-end.txt', 'still ');
  expect(await read(project, 'open-end.txt')).toBe('still no end');
  await edit('mixed.txt', 'new ');
  expect(await read(project, 'mixed.txt')).toBe('new one\r\ntwo\nthree\r\n');

  const names = execFileSync('ls', ['-A', project], { encoding: 'utf8' });
  expect(names).not.toContain('tmp');
});

test('a file that changed on disk is reloaded when clean, and the cursor stays in its line', async ({ open }) => {
  const { page, project } = await open({ project: { 'a.txt': 'one\ntwo\nthree\n' }, file: 'a.txt:3:3' });
  const editor = editorOf(page);
  await editor.expectCursor('Ln 3, Col 3');

  await appendFile(join(project, 'a.txt'), 'four\n');
  await expect(editor.text('a.txt')).toContainText('four');
  await editor.expectCursor('Ln 3, Col 3');

  await test.step('also when another program puts a new file in its place', async () => {
    await writeFile(join(project, 'next'), 'zero\none\ntwo\nthree\nfour\n');
    await rename(join(project, 'next'), join(project, 'a.txt'));
    await expect(editor.text('a.txt')).toContainText('zero');
    await editor.expectCursor('Ln 4, Col 3');
  });
  await test.step('nothing is unsaved, nothing is asked, and undo brings the old text back', async () => {
    await expect(editor.tab('a.txt')).toBeVisible();
    await expect(button(page, 'Take theirs')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor.text('a.txt')).not.toContainText('zero');
    await expect(editor.dirtyTab('a.txt')).toBeVisible();
  });
});

test('a file that changed on disk while it was edited asks whose text is to stay', async ({ open }) => {
  const { page, project } = await open({ project: { 'a.txt': 'old\n', 'b.txt': 'old\n', 'c.txt': 'old\n' } });
  const editor = editorOf(page);

  await test.step('mine is kept, and the next save writes it', async () => {
    await editor.open('a.txt');
    await editor.typeAtStart('mine ');
    await writeFile(join(project, 'a.txt'), 'theirs\n');
    await expect(page.getByText('a.txt changed on disk. Your edits are kept here.')).toBeVisible();
    await expect(editor.text('a.txt')).toHaveText('mine old');
    await button(page, 'Keep mine').click();
    await expect(button(page, 'Keep mine')).toHaveCount(0);
    await editor.text('a.txt').focus();
    await editor.save('a.txt');
    expect(await read(project, 'a.txt')).toBe('mine old\n');
  });
  await test.step('an undo past what was kept is unsaved, for the disk holds another text', async () => {
    await editor.open('c.txt');
    await editor.typeAtStart('mine ');
    await writeFile(join(project, 'c.txt'), 'theirs\n');
    await expect(button(page, 'Keep mine')).toBeVisible();
    await editor.text('c.txt').focus();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor.text('c.txt')).toHaveText('old');
    await expect(editor.dirtyTab('c.txt')).toBeVisible();
    await button(page, 'Keep mine').click();
    await expect(button(page, 'Keep mine')).toHaveCount(0);
    await expect(editor.dirtyTab('c.txt')).toBeVisible();
    await editor.text('c.txt').focus();
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect(editor.text('c.txt')).toHaveText('mine old');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor.text('c.txt')).toHaveText('old');
    await expect(editor.dirtyTab('c.txt')).toBeVisible();
    await editor.save('c.txt');
    expect(await read(project, 'c.txt')).toBe('old\n');
  });
  await test.step('a file is reverted without a question, and undo brings the edits back', async () => {
    await editor.typeAtStart('mine ');
    await runCommand(page, 'Revert File');
    await expect(editor.tab('c.txt')).toBeVisible();
    await expect(editor.text('c.txt')).toHaveText('old');
    await editor.text('c.txt').focus();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor.text('c.txt')).toHaveText('mine old');
  });
  await test.step('theirs is loaded, and mine is still in the history', async () => {
    await editor.open('b.txt');
    await editor.typeAtStart('mine ');
    await writeFile(join(project, 'b.txt'), 'theirs\n');
    await button(page, 'Take theirs').click();
    await expect(editor.text('b.txt')).toHaveText('theirs');
    await expect(editor.tab('b.txt')).toBeVisible();
    await editor.text('b.txt').focus();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor.text('b.txt')).toHaveText('mine old');
    expect(await read(project, 'b.txt')).toBe('theirs\n');
  });
});

test('a comparison with the file on disk is decided change by change', async ({ open }) => {
  const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', ''];
  const { page, project } = await open({ project: { 'a.txt': lines.join('\n') }, file: 'a.txt' });
  const path = join(project, 'a.txt');
  const editor = editorOf(page);
  const text = () => editor.text('a.txt').locator('.cm-line').allTextContents();
  const decide = (label: string) => button(page, label).first().click();
  const bar = page.getByRole('group', { name: 'Differences of a.txt' });
  await editor.typeAtStart('mine ');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('mine');

  await test.step('each difference has both texts, and is left as it is or taken from the disk', async () => {
    await writeFile(path, lines.with(4, 'five, theirs').with(9, 'ten, theirs').join('\n'));
    await button(page, 'Compare').click();
    await expect(bar).toContainText('Change 1 of 3');
    await expect(editor.text('a.txt')).toContainText('ten, theirs');
    await decide('Keep my lines of this change');
    await expect(bar).toContainText('2 changes');
    await decide('Take the lines on disk of this change');
    await expect(bar).toContainText('1 change');
    expect(await text()).toContain('five, theirs');
  });
  await test.step('one that changes again is compared again', async () => {
    await writeFile(path, lines.with(9, 'ten, theirs again').join('\n'));
    await expect(editor.text('a.txt')).toContainText('ten, theirs again');
    await expect(bar).toContainText('of 3');
    await decide('Keep my lines of this change');
    await decide('Keep my lines of this change');
    await decide('Take the lines on disk of this change');
  });
  await test.step('after the last one it is saved without a question, and undo has what was mine', async () => {
    await expect(button(page, 'All mine')).toHaveCount(0);
    const merged = lines.with(0, 'mine one').with(4, 'five, theirs').with(9, 'ten, theirs again');
    await expect.poll(text).toEqual(merged);
    await editor.text('a.txt').focus();
    await editor.save('a.txt');
    expect(await read(path)).toBe(merged.join('\n'));
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(text).toEqual(merged.with(9, 'ten').with(10, 'mine'));
  });
});

test('a save never writes over a newer file unasked', async ({ open }) => {
  const { page, project } = await open({ project: { 'a.txt': 'old\n' }, file: 'a.txt' });
  const editor = editorOf(page);
  await editor.typeAtStart('mine ');
  await writeFile(join(project, 'a.txt'), 'theirs\n');

  await page.keyboard.press('ControlOrMeta+S');
  await expect(editor.question).toHaveAccessibleName('a.txt changed on disk');
  await editor.answer('Cancel');
  expect(await read(project, 'a.txt')).toBe('theirs\n');
  await expect(editor.text('a.txt')).toHaveText('mine old');
  await expect(editor.dirtyTab('a.txt')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+S');
  await editor.answer('Take theirs');
  await expect(editor.text('a.txt')).toHaveText('theirs');
  await expect(editor.text('a.txt')).toBeFocused();
  await editor.typeAtStart('mine again ');
  await writeFile(join(project, 'a.txt'), 'theirs again\n');
  await page.keyboard.press('ControlOrMeta+S');
  await editor.answer('Overwrite');
  await expect(editor.tab('a.txt')).toBeVisible();
  expect(await read(project, 'a.txt')).toBe('mine again theirs\n');
});

test('a link that takes the place of a file is not followed unasked', async ({ open }) => {
  const { page, project } = await open({ project: { 'a.txt': 'a\n', 'b.txt': 'b\n' }, file: 'a.txt' });
  const editor = editorOf(page);
  await rm(join(project, 'a.txt'));
  await symlink('b.txt', join(project, 'a.txt'));
  await expect(page.getByText(/“a.txt” leads to “.*b.txt” now. Its text is kept here./)).toBeVisible();
  await expect(editor.text('a.txt')).toHaveText('a');
  await editor.text('a.txt').focus();
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText('Nothing was written.')).toBeVisible();
  expect(await read(project, 'b.txt')).toBe('b\n');
  await button(page, 'Load what it leads to').click();
  await expect(editor.text('a.txt')).toHaveText('b');
  await expect(editor.tab('a.txt')).toBeVisible();
});

test('a file that is deleted on disk keeps its text and can be saved again', async ({ open }) => {
  const { page, project } = await open({ project: { 'sub/a.txt': 'only copy\n' }, file: 'sub/a.txt' });
  const editor = editorOf(page);
  await rm(join(project, 'sub/a.txt'));
  await expect(page.getByText('a.txt is no longer on disk. Its text is kept here.')).toBeVisible();
  await expect(editor.text('a.txt')).toHaveText('only copy');
  await expect(editor.dirtyTab('a.txt')).toBeVisible();
  await button(page, 'Save again').click();
  await expect(editor.tab('a.txt')).toBeVisible();
  expect(await read(project, 'sub/a.txt')).toBe('only copy\n');

  await test.step('where its folder is gone too, the answer says so and nothing is lost', async () => {
    await rm(join(project, 'sub'), { recursive: true });
    await button(page, 'Save again').click();
    await expect(page.getByText('“a.txt” could not be saved: its folder is gone.')).toBeVisible();
    await expect(editor.text('a.txt')).toHaveText('only copy');
    await expect(editor.dirtyTab('a.txt')).toBeVisible();
    await mkdir(join(project, 'sub'));
    await button(page, 'Save again').click();
    await expect(editor.tab('a.txt')).toBeVisible();
    expect(await read(project, 'sub/a.txt')).toBe('only copy\n');
  });
});

test('what is no text gets a clear answer at once, and the editor goes on', async ({ open }) => {
  const { page, project } = await open({
    project: {
      'notes.txt': 'notes\n',
      'picture.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
    },
  });
  await writeFile(join(project, 'large.txt'), 'a line of text\n');
  await truncate(join(project, 'large.txt'), 300 * 1024 * 1024);
  execFileSync('mkfifo', [join(project, 'pipe')]);
  const editor = editorOf(page);
  const answer = page.getByRole('tabpanel').getByRole('alert');

  const answers: [string, string][] = [
    ['picture.png', '“picture.png” is a binary file.'],
    ['large.txt', '“large.txt” has 300 MB. Files of up to 256 MB can be edited here.'],
    ['pipe', '“pipe” is a device or a pipe, not a file.'],
  ];
  for (const [name, words] of answers) {
    await test.step(name, async () => {
      await editor.open('notes.txt');
      await expect(editor.entry(name)).toBeVisible();
      await editor.entry(name).click();
      await expect(answer).toContainText(words);
      await expect(answer).toContainText('Open it with another program.');
      await expect(editor.text(name)).toHaveCount(0);
      await answer.getByRole('button', { name: 'Close tab' }).click();
      await expect(editor.tab(name)).toHaveCount(0);
    });
  }
  await editor.open('notes.txt');
  await editor.typeAtStart('still typing ');
  await editor.save('notes.txt');
  expect(await read(project, 'notes.txt')).toBe('still typing notes\n');
});

test('a file outside the folder is opened after a question only', async ({ open }) => {
  const { page, project } = await open({ project: { 'inside.txt': 'inside\n' } });
  const outside = join(project, '..', 'outside.txt');
  await writeFile(outside, 'outside\n');
  await symlink(outside, join(project, 'way-out.txt'));
  const editor = editorOf(page);

  await editor.entry('way-out.txt').click();
  await expect(editor.question).toHaveAccessibleName('Open way-out.txt?');
  await expect(editor.question).toContainText('outside the open folder');
  await editor.answer('Cancel');
  await expect(editor.tabs).toHaveCount(0);

  await editor.entry('way-out.txt').click();
  await editor.answer('Open');
  await expect(editor.text('way-out.txt')).toHaveText('outside');
  await expect(editor.text('way-out.txt')).toBeFocused();
  await editor.typeAtStart('edited ');
  await editor.save('way-out.txt');
  expect(await read(outside)).toBe('edited outside\n');
});
