import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { editorOf } from '../support/views/editor.ts';

const files = {
  'src/a.ts': 'const needle = 1;\nuse(needle);\n',
  'src/b.ts': 'export { needle };\r\n',
  'docs/c.md': 'No Needle here.\n',
  'latin.txt': Buffer.from('caf\xe9 needle\nend  \n', 'latin1'),
};

/** "日本語のテストです。漢字とカタカナ。zzz", in Shift JIS. */
const japanese = Buffer.from(
  '93fa967b8cea82cc83658358836782c582b781428abf8e9a82c6834a835e834a836981427a7a7a0d0a',
  'hex',
);

test('a text is found in the folder, gone through and replaced by the keyboard, and all of it is taken back at once', async ({
  open,
}) => {
  const { page, project } = await open({
    project: files,
    file: 'src/a.ts',
    // Text that is tidied when it is saved is taken back, too.
    settings: { 'files.trimTrailingWhitespace': true },
  });
  const editor = editorOf(page);
  const read = (name: string) => readFile(join(project, name), 'latin1');
  const rows = page.getByRole('tree', { name: 'Search results' }).getByRole('treeitem');
  const told = page.getByRole('complementary', { name: 'Search' }).getByRole('status').first();

  await test.step('what is selected, also as it is before it is saved', async () => {
    await editor.text('a.ts').press('ControlOrMeta+End');
    await page.keyboard.type('needle();');
    await page.keyboard.press('ControlOrMeta+Home');
    for (const key of ['Control+ArrowRight', 'ArrowRight', 'Control+Shift+ArrowRight']) await page.keyboard.press(key);
    await page.keyboard.press('ControlOrMeta+Shift+F');
    await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toHaveValue('needle');
    await expect(told).toHaveText('6 in 4 files');
    await expect(rows).toHaveText([
      /^c\.md docs/,
      /No Needle/,
      /^latin/,
      /café/,
      /^a\.ts src/,
      '1const needle = 1;',
      /use/,
      /^3needle/,
      /^b\.ts/,
      /export/,
    ]);
  });

  await expectAccessible(page, '#file-tree');

  await test.step('by case and by files', async () => {
    await page.keyboard.press('Alt+C');
    await expect(told).toHaveText('5 in 3 files');
    await page.getByRole('button', { name: 'Files and context' }).click();
    await page.getByRole('textbox', { name: 'Files to include' }).fill('src');
    await expect(told).toHaveText('4 in 2 files');
    await page.getByRole('textbox', { name: 'Files to include' }).fill('');
    await expect(told).toHaveText('5 in 3 files');
  });

  await test.step('a bad expression is told', async () => {
    const find = page.getByRole('textbox', { name: 'Find', exact: true });
    await find.fill('(needle');
    await page.keyboard.press('Alt+R');
    await expect(page.getByRole('complementary', { name: 'Search' }).getByRole('alert')).toContainText(
      'unclosed group',
    );
    await find.fill('(needle)');
    await expect(told).toHaveText('5 in 3 files');
  });

  await test.step('from result to result', async () => {
    await page.getByRole('tree', { name: 'Search results' }).focus();
    for (const key of ['Home', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect(editor.text('latin.txt')).toBeFocused();
    await editor.expectCursor('Ln 1, Col 6');
    await page.keyboard.press('F4');
    await expect(editor.text('a.ts')).toBeFocused();
    await editor.expectCursor('Ln 1, Col 7');
    await page.keyboard.press('Shift+F4');
    await expect(editor.text('latin.txt')).toBeFocused();
  });

  await test.step('what is pressed is what was pointed at, also when others come meanwhile', async () => {
    const find = page.getByRole('textbox', { name: 'Find', exact: true });
    await rows.filter({ hasText: 'café' }).hover();
    await page.mouse.down();
    await writeFile(join(project, 'a0.txt'), 'needle\n');
    await find.press('Enter');
    await expect(told).toHaveText('6 in 4 files');
    await page.mouse.up();
    await expect(editor.text('latin.txt')).toBeFocused();
    await expect(rows.first()).toContainText('a0.txt');
    await rm(join(project, 'a0.txt'));
    await find.press('Enter');
    await expect(told).toHaveText('5 in 3 files');
  });

  await test.step('replaced, with a look at it before', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+P');
    await page.keyboard.type('replace in folder');
    await page.keyboard.press('Enter');
    const replacement = page.getByRole('textbox', { name: 'Replace with' });
    await expect(rows.nth(1).locator('del')).toHaveText('needle');
    await expect(told).toHaveText('5 in 3 files');
    // Nothing is replaced by what was not looked at yet: the keys come in one task.
    await replacement.evaluate((field: HTMLInputElement) => {
      field.focus();
      document.execCommand('insertText', false, '<$1>');
      const options = { key: 'Enter', ctrlKey: true, altKey: true, bubbles: true, cancelable: true };
      field.dispatchEvent(new KeyboardEvent('keydown', options));
    });
    await expect(rows.nth(1).locator('ins')).toHaveText('<needle>');
    // The other files come later than the first.
    await expect(told).toHaveText('5 in 3 files');
    await page.getByRole('tree', { name: 'Search results' }).focus();
    // The call in a.ts is left out.
    for (const key of ['Home', ...Array(4).fill('ArrowDown'), 'Delete']) await page.keyboard.press(key);
    await expect(rows.filter({ hasText: 'use(' })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Replace with' }).press('ControlOrMeta+Alt+Enter');
    await expect(page.getByText('Replaced 4 in 3 files.')).toBeVisible();
    await expect(rows).toHaveCount(0);
    expect(await read('src/b.ts')).toBe('export { <needle> };\r\n');
    expect(await read('latin.txt')).toBe('caf\xe9 <needle>\nend\n');
    await editor.dirtyTab('a.ts').click();
    await expect(editor.text('a.ts')).toHaveText('const <needle> = 1;use(needle);<needle>();');
    // It had unsaved text, and is left to the person.
    await expect(editor.dirtyTab('a.ts')).toBeVisible();
    expect(await read('src/a.ts')).toBe(files['src/a.ts']);
  });

  await test.step('and taken back, but for a file that was changed since', async () => {
    await writeFile(join(project, 'src/b.ts'), 'export { <needle>, more };\r\n');
    await page.getByRole('complementary', { name: 'Search' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('b.ts has changed since, and was left as it is.')).toBeVisible();
    await expect.poll(() => read('latin.txt')).toBe('caf\xe9 needle\nend\n');
    await expect(editor.text('a.ts')).toHaveText('const needle = 1;use(needle);needle();');
    expect(await read('src/b.ts')).toBe('export { <needle>, more };\r\n');
  });

  await test.step('a search after that says what it finds, and what was taken back stays said', async () => {
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill('zzzqqq');
    await expect(told).toHaveText('Nothing found');
    await expect(page.getByText('Taken back in 3 files.')).toBeVisible();
  });

  await test.step('a file in an encoding that is not searched is left as it is, and that is said', async () => {
    await writeFile(join(project, 'japanese.txt'), japanese);
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill('(zzz)');
    await expect(told).toHaveText('1 in 1 file');
    await page.getByRole('textbox', { name: 'Replace with' }).press('ControlOrMeta+Alt+Enter');
    await expect(
      page.getByText('japanese.txt was left as it is: Find in Folder does not read its encoding, Shift JIS.'),
    ).toBeVisible();
    expect(await readFile(join(project, 'japanese.txt'))).toEqual(japanese);
  });

  await test.step('back to the files', async () => {
    await page.getByRole('textbox', { name: 'Find', exact: true }).press('Escape');
    await expect(editor.text('a.ts')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+B');
    await expect(editor.tree).toBeVisible();
  });
});
