import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { picture } from '../../src/shared/testing/picture.ts';
import { expect, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';
import { runCommand } from '../support/views/extensions-view.ts';

const pixels = Buffer.from(picture(2, 2), 'base64');

test('an image is shown with its size, read again when the window gets the focus, and what is none says so', async ({
  open,
}) => {
  const files = { 'a.txt': 'a\n', 'a.png': pixels, 'b.png': 'no\0image' };
  const { page, project } = await open({ project: files, file: 'a.txt' });
  const editor = editorOf(page);
  await editor.entry('a.png').click();
  const image = page.getByRole('img', { name: 'a.png' });
  await expect(image).toBeVisible();
  await expect(page.getByText(/^2 × 2, 0.1 KB$/)).toBeVisible();
  await page.getByRole('button', { name: 'Show the image in its own size' }).click();
  await expect(page.getByRole('button', { name: 'Fit the image into the window' })).toBeFocused();

  await page.screenshot({ path: test.info().outputPath('image.png') });
  const before = await image.getAttribute('src');
  await writeFile(join(project, 'a.png'), pixels);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(image).not.toHaveAttribute('src', before ?? '');

  await editor.entry('b.png').click();
  await expect(page.getByRole('alert').first()).toContainText('“b.png” is a binary file.');
  await editor.tab('b.png').dblclick();
  await editor.entry('a.png').click();
  await editor.entry('b.png').click();
  await expect(editor.tabs).toHaveText(['a.txt', 'b.png', 'a.png']);
  await editor.open('a.txt');
  await expect(image).toHaveCount(0);
});

test('a Markdown file is shown as it reads, follows its text, and its links are relative to its folder', async ({
  open,
}) => {
  const files = {
    'docs/a.md':
      '# Title\n\nSee [the other](b.txt) and `code`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![a dot](../dot.png)\n\n![far](https://a.test/far.png)\n',
    'dot.png': pixels,
    'docs/b.txt': 'b\n',
    'docs/c.md': `---\ntitle: facts\n---\n\n[down](#second) [over](d.md#two-words)\n\n${'words\n\n'.repeat(80)}## Second\n\n[after](b.txt)\n`,
    'docs/d.md': '# One\n\n## Two *Words*\n',
  };
  const { page } = await open({ project: files, file: 'docs/a.md' });
  const editor = editorOf(page);
  const view = page.getByRole('region', { name: 'Preview of a.md' });
  await expect(editor.text('a.md')).toBeFocused();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(view).toBeFocused();
  await expect(view.getByRole('heading', { name: 'Title' })).toBeVisible();
  await expect(view.getByRole('table')).toBeVisible();
  const dot = view.getByRole('img', { name: 'a dot' });
  await expect.poll(() => dot.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2);
  await expect(view.getByText('image: far (')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('markdown.png') });
  await view.getByRole('link', { name: 'the other' }).click();
  await expect(editor.text('b.txt')).toBeFocused();
  await editor.tab('a.md').click();
  await expect(view).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toHaveCount(0);
  await expect(editor.text('a.md')).toBeFocused();
  await editor.typeAtStart('New words\n\n');
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await page.getByRole('combobox').fill('>Markdown Preview');
  await page.keyboard.press('Enter');
  await expect(view).toContainText('New words');

  await test.step('what is done to the text goes back to it first, and the keyboard is never below the preview', async () => {
    await page.keyboard.press('ControlOrMeta+F');
    await expect(view).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await runCommand(page, 'Show or Hide Markdown Preview');
    await expect(view).toBeFocused();
    await runCommand(page, 'Delete Lines');
    await expect(editor.text('a.md')).toBeFocused();
    await expect(editor.text('a.md')).not.toContainText('Title');
    await runCommand(page, 'Show or Hide Markdown Preview');
    await expect(view).toBeFocused();
    await page.keyboard.press('ControlOrMeta+G');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await expect(editor.text('a.md')).toBeFocused();
    await editor.expectCursor('Ln 3, Col 1');
    await runCommand(page, 'Show Markdown Preview to the Side');
    await expect(view).toBeFocused();
    await page.keyboard.press('F6');
    await expect(editor.text('a.md')).toBeFocused();
    await page.keyboard.press('F6');
    await expect(view).toBeFocused();
  });

  await test.step('links go to headings, here and in other files, and facts before the text are no heading', async () => {
    await editor.open('c.md');
    await runCommand(page, 'Show or Hide Markdown Preview');
    const other = page.getByRole('region', { name: 'Preview of c.md' });
    await expect(other.getByText('title: facts')).toBeVisible();
    await expect(other.getByRole('heading')).toHaveText(['Second']);
    await other.getByRole('link', { name: 'down' }).click();
    await expect(other.getByRole('heading', { name: 'Second' })).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(other.getByRole('link', { name: 'after' })).toBeFocused();
    await other.getByRole('link', { name: 'over' }).click();
    await expect(editor.text('d.md')).toBeFocused();
    await editor.expectCursor('Ln 3, Col 1');
  });

  await test.step('one that is renamed to no Markdown is text in each pane', async () => {
    await expect(view).toHaveCount(0);
    await editor.dirtyTab('a.md').last().click();
    await expect(view).toBeVisible();
    await page.keyboard.press('ControlOrMeta+S');
    await editor.entry('a.md').click({ button: 'right' });
    await page
      .getByRole('menu')
      .getByRole('menuitem', { name: /^Rename…/ })
      .click();
    await expect(editor.tree.getByRole('textbox')).toBeFocused();
    await editor.tree.getByRole('textbox').fill('a.txt');
    await page.keyboard.press('Enter');
    await expect(editor.text('a.txt')).toHaveCount(2);
    await expect(page.getByRole('region', { name: /^Preview of/ })).toHaveCount(0);
  });
});
