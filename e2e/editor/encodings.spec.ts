import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';
import { saveDialogOf } from '../support/views/save-dialog.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
/** "日本語のテストです。漢字とカタカナ。" with a Windows line ending, in Shift JIS. */
const japanese = Buffer.from(
  '93fa967b8cea82cc83658358836782c582b78142 8abf8e9a82c6834a835e834a83698142 0d0a'.replaceAll(' ', ''),
  'hex',
);
const utf16 = Buffer.from('\uFEFFeins\r\nzwölf\r\n', 'utf16le');

const files = { 'german.txt': latin('gr\u00fcn und \u00f6de\n'), 'japanese.txt': japanese, 'windows.txt': utf16 };

function encodingOf(page: Page) {
  const status = page.getByTestId('encoding');
  const field = page.getByRole('combobox', { name: 'Encoding' });
  return {
    status,
    field,
    /** Chooses the first encoding that matches the words. */
    async choose(way: 'Reopen' | 'Save', words: string): Promise<void> {
      await status.click();
      await page.getByRole('option', { name: `${way} with Encoding…` }).click();
      await field.fill(words);
      await page.keyboard.press('Enter');
      await expect(field).toBeHidden();
    },
  };
}

test('files of other encodings are shown with their letters, and saved with them', async ({ open }) => {
  const { page, project } = await open({ project: files });
  const editor = editorOf(page);
  const { status } = encodingOf(page);
  const seen = [
    ['german.txt', 'Windows 1252', 'grün und öde', latin('x gr\u00fcn und \u00f6de\n')],
    ['japanese.txt', 'Shift JIS', '日本語のテストです。漢字とカタカナ。', Buffer.concat([latin('x '), japanese])],
    ['windows.txt', 'UTF-16 LE', 'einszwölf', Buffer.from('\uFEFFx eins\r\nzwölf\r\n', 'utf16le')],
  ] as const;
  for (const [name, encoding, text, bytes] of seen) {
    await editor.open(name);
    await expect(status).toHaveText(encoding);
    await expect(editor.text(name)).toHaveText(text);
    await editor.typeAtStart('x ');
    await editor.save(name);
    expect(await readFile(join(project, name))).toEqual(bytes);
  }
});

test('a file is reopened with another encoding, after a question when it was edited', async ({ open }) => {
  const { page, project } = await open({ project: files });
  const editor = editorOf(page);
  const { status, choose } = encodingOf(page);
  await editor.open('german.txt');
  await choose('Reopen', 'windows 1251');
  await expect(status).toHaveText('Windows 1251');
  await expect(editor.text('german.txt')).toHaveText('grьn und цde');
  await expect(editor.text('german.txt')).toBeFocused();

  await editor.typeAtStart('mine ');
  await choose('Reopen', '8859-15');
  await editor.answer('Cancel');
  await expect(status).toHaveText('Windows 1251');
  await choose('Reopen', '8859-15');
  await editor.answer('Reopen');
  await expect(editor.text('german.txt')).toHaveText('grün und öde');
  await expect(editor.tab('german.txt')).toBeVisible();

  await test.step('where bytes are none of it, nothing can be lost', async () => {
    await choose('Reopen', 'utf-8');
    await expect(editor.text('german.txt')).toHaveText('gr\uFFFDn und \uFFFDde');
    await expect(page.getByRole('contentinfo')).toContainText('Read-only');
    await expect(page.getByText('german.txt has bytes that are not UTF-8.')).toBeVisible();
    await page.keyboard.type('x');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(page.getByRole('main').getByRole('alert').last()).toContainText('was not saved');
    expect(await readFile(join(project, 'german.txt'))).toEqual(latin('gr\u00fcn und \u00f6de\n'));
    await choose('Reopen', 'windows 1252');
    await expect(editor.text('german.txt')).toHaveText('grün und öde');
    await expect(page.getByRole('contentinfo')).not.toContainText('Read-only');
  });

  await test.step('by the palette, and what others write is read with it', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+P');
    await page.keyboard.type('reopen with');
    await page.keyboard.press('Enter');
    await page.keyboard.type('koi8-r');
    await page.keyboard.press('Enter');
    await expect(status).toHaveText('KOI8-R');
    await writeFile(join(project, 'german.txt'), Buffer.from([0xd6, 0x0a]));
    await expect(editor.text('german.txt')).toHaveText('ж');
    await expect(status).toHaveText('KOI8-R');
  });
});

test('a file is saved with another encoding, and never with letters that it lacks', async ({ open }) => {
  const { page, project } = await open({ project: files });
  const editor = editorOf(page);
  const { status, choose } = encodingOf(page);
  const bytes = (name: string) => readFile(join(project, name));
  await editor.open('german.txt');
  await choose('Save', 'utf-16 be');
  await expect(status).toHaveText('UTF-16 BE');
  await expect.poll(() => bytes('german.txt')).toEqual(Buffer.from('\uFEFFgrün und öde\n', 'utf16le').swap16());
  await choose('Save', 'utf-8 with bom');
  await expect(status).toHaveText('UTF-8 with BOM');
  await expect.poll(() => bytes('german.txt')).toEqual(Buffer.from('\uFEFFgrün und öde\n'));
  await choose('Save', 'windows 1252');
  await expect.poll(() => bytes('german.txt')).toEqual(latin('gr\u00fcn und \u00f6de\n'));

  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText('漢 ');
  await page.keyboard.press('ControlOrMeta+S');
  const notice = page.getByRole('main').getByRole('alert');
  await expect(notice).toContainText('Windows 1252 has no “漢” at 1:1.');
  await expect(editor.dirtyTab('german.txt')).toBeVisible();
  expect(await bytes('german.txt')).toEqual(latin('gr\u00fcn und \u00f6de\n'));
  await notice.getByRole('button', { name: 'Save with UTF-8' }).click();
  await expect(editor.tab('german.txt')).toBeVisible();
  await expect(status).toHaveText('UTF-8');
  expect(await bytes('german.txt')).toEqual(Buffer.from('漢 grün und öde\n'));

  await test.step('one that cannot be taken leaves the document with its own', async () => {
    await choose('Save', 'windows 1252');
    await expect(notice).toContainText('Windows 1252 has no “漢”');
    await expect(status).toHaveText('UTF-8');
    await expect(editor.tab('german.txt')).toBeVisible();
  });
});

test('Save As keeps the encoding, and a document in no file may have one', async ({ open }) => {
  const { app, page, project } = await open({ project: files });
  const editor = editorOf(page);
  const { status } = encodingOf(page);
  const bytes = (name: string) => readFile(join(project, name));
  await editor.open('japanese.txt');
  await saveDialogOf(app).answer(join(project, 'copy.txt'), join(project, 'new.txt'));
  await page.keyboard.press('ControlOrMeta+Shift+S');
  await expect(editor.tab('copy.txt')).toBeVisible();
  await expect(status).toHaveText('Shift JIS');
  expect(await bytes('copy.txt')).toEqual(japanese);
  await page.keyboard.press('ControlOrMeta+N');
  await page.keyboard.insertText('ähnlich');
  await status.click();
  await expect(page.getByRole('option')).toHaveText(['Save with Encoding…']);
  await page.keyboard.press('Enter');
  await page.keyboard.type('windows 1252');
  await page.keyboard.press('Enter');
  await expect(editor.tab('new.txt')).toBeVisible();
  await expect(status).toHaveText('Windows 1252');
  expect(await bytes('new.txt')).toEqual(latin('\u00e4hnlich'));
});

test('quitting asks nothing, and what was open is there again with its encoding, edited or not', async ({ open }) => {
  const first = await open({ project: files });
  const { project } = first;
  const editor = editorOf(first.page);
  const before = encodingOf(first.page);
  await editor.open('german.txt');
  await before.choose('Reopen', 'windows 1250');
  await editor.open('japanese.txt');
  await editor.typeAtStart('x ');
  const { page } = await first.relaunch();
  const again = editorOf(page);
  const { status } = encodingOf(page);
  await expect(again.text('japanese.txt')).toBeFocused();
  await expect(again.text('japanese.txt')).toHaveText('x 日本語のテストです。漢字とカタカナ。');
  await expect(again.dirtyTab('japanese.txt')).toBeVisible();
  await expect(status).toHaveText('Shift JIS');
  await again.save('japanese.txt');
  expect(await readFile(join(project, 'japanese.txt'))).toEqual(Buffer.concat([latin('x '), japanese]));
  await again.tab('german.txt').click();
  await expect(status).toHaveText('Windows 1250');
});
