import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';
import { panelOf } from '../support/views/panel.ts';

const read = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8');

test('a file is saved by itself after a pause, when you leave the editor, or not at all', async ({ open }) => {
  const settings = {
    'files.autoSave': 'afterDelay',
    'files.autoSaveDelay': 300,
    'files.trimTrailingWhitespace': true,
    'files.insertFinalNewline': true,
  };
  const { page, project } = await open({
    project: { 'a.txt': 'one  \ntwo', 'b.txt': 'bee\n' },
    file: 'a.txt',
    settings,
  });
  const editor = editorOf(page);
  await expect(editor.text('a.txt')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('  ');
  // The line with the cursor is not trimmed.
  await expect.poll(() => read(project, 'a.txt')).toBe('one\ntwo  \n');
  await expect(editor.tab('a.txt')).toBeVisible();

  await test.step('what another program changed meanwhile is left to the person, without a question', async () => {
    await editor.open('b.txt');
    await writeFile(join(project, 'a.txt'), 'of another\n');
    await editor.tab('a.txt').click();
    await expect(editor.text('a.txt')).toContainText('of another');
    await page.keyboard.press('ControlOrMeta+End');
    // Typed and changed on disk at the same time: the save finds another version of the file.
    await Promise.all([page.keyboard.type('mine'), writeFile(join(project, 'a.txt'), 'of a third\n')]);
    await expect(page.getByRole('button', { name: /Load|Compare|Keep/ }).first()).toBeVisible();
    await expect(editor.question).toHaveCount(0);
    expect(await read(project, 'a.txt')).toBe('of a third\n');
    await expect(editor.dirtyTab('a.txt')).toBeVisible();
  });
});

test('with the keyboard elsewhere a file is saved, and an unnamed one is not', async ({ open }) => {
  const { page, project } = await open({
    project: { 'a.txt': 'one\n', 'b.txt': 'bee\n' },
    file: 'a.txt',
    settings: { 'files.autoSave': 'onFocusChange' },
  });
  const editor = editorOf(page);
  await expect(editor.text('a.txt')).toBeFocused();
  await editor.typeAtStart('first ');
  await expect(editor.dirtyTab('a.txt')).toBeVisible();
  await panelOf(page).composer.click();
  await expect.poll(() => read(project, 'a.txt')).toBe('first one\n');
  await editor.open('b.txt');
  await editor.typeAtStart('next ');
  await page.keyboard.press('ControlOrMeta+N');
  await expect.poll(() => read(project, 'b.txt')).toBe('next bee\n');
  await page.keyboard.insertText('no name');
  await editor.tab('a.txt').click();
  await expect(editor.dirtyTab('Untitled-1')).toBeVisible();
});

test('a file is indented and saved as the .editorconfig around it says, which counts at once when it is saved', async ({
  open,
}) => {
  const { page, project } = await open({
    project: {
      '.editorconfig':
        'root = true\n[*]\nindent_style = tab\ntab_width = 3\nend_of_line = crlf\ntrim_trailing_whitespace = true\ninsert_final_newline = true\n[*.md]\ntrim_trailing_whitespace = false\ncharset = utf-8-bom\n',
      'a.ts': 'if (a) {\n  b();\n}',
      'notes.md': 'hard break  \nnext',
      'mixed.txt': 'one\r\ntwo\nthree\r\n',
    },
    file: 'a.ts',
  });
  const editor = editorOf(page);
  const status = page.getByRole('contentinfo');
  await expect(editor.text('a.ts')).toBeFocused();
  await expect(status).toContainText('Tabs: 3');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('c();  ');
  await page.keyboard.press('ControlOrMeta+S');
  await expect.poll(() => read(project, 'a.ts')).toBe('if (a) {\r\n  b();\r\n}\r\n\tc();\r\n');
  await expect(status).toContainText('CRLF');
  await expect(editor.tab('a.ts')).toBeVisible();

  await test.step('what it did to the text is one step of undo', async () => {
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor.dirtyTab('a.ts')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+S');
    await expect(editor.tab('a.ts')).toBeVisible();
  });
  await test.step('a nearer section goes before it', async () => {
    await editor.open('notes.md');
    await editor.typeAtStart('x');
    await editor.save('notes.md');
    expect(await read(project, 'notes.md')).toBe('\uFEFFxhard break  \r\nnext\r\n');
  });
  await test.step('mixed line ends become one kind', async () => {
    await editor.open('mixed.txt');
    await editor.typeAtStart('x');
    await editor.save('mixed.txt');
    expect(await read(project, 'mixed.txt')).toBe('xone\r\ntwo\r\nthree\r\n');
  });
  await test.step('other rules count when they are saved', async () => {
    await editor.open('.editorconfig');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('root = true\n[*]\nindent_style = space\nindent_size = 5\nend_of_line = lf\n');
    await editor.save('.editorconfig');
    await editor.tab('a.ts').click();
    await expect(status).toContainText('Spaces: 5');
    await editor.typeAtStart('// ');
    await editor.save('a.ts');
    expect(await read(project, 'a.ts')).not.toContain('\r');
  });
});
