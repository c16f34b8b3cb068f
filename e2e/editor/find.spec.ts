import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';

const searchOf = (page: Page | Locator) => {
  const bar = page.getByRole('search');
  return {
    bar,
    text: bar.getByRole('textbox', { name: 'Find' }),
    replacement: bar.getByRole('textbox', { name: 'Replace with' }),
    status: bar.getByRole('status').first(),
    problem: bar.getByRole('status').nth(1),
    button: (name: string) => bar.getByRole('button', { name, exact: true }),
  };
};
const lines = (page: Page) => page.locator('[data-part="editor"] .cm-line');

test('what is found is counted and numbered, in any case, as words, by regular expressions, and what is wrong with one is said', async ({
  open,
}) => {
  const { page } = await open({ project: { 'a.txt': 'Word word\nsword a.b axb\n' }, file: 'a.txt' });
  const { text } = editorOf(page);
  await expect(text('a.txt')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+F');
  const search = searchOf(page);
  await expect(search.text).toBeFocused();
  await page.keyboard.type('word');
  await expect(search.status).toHaveText(/3/);
  await page.keyboard.press('Enter');
  await expect(search.status).toHaveText(/^\d of 3$/);
  await page.keyboard.press('Alt+C');
  await expect(search.button('Match case')).toHaveAttribute('aria-pressed', 'true');
  await expect(search.status).toHaveText(/2/);
  await search.button('Whole words').click();
  await expect(search.status).toHaveText(/1/);
  await search.button('Whole words').click();
  await search.text.fill('a.b');
  await expect(search.status).toHaveText(/1/);
  await search.button('Regular expression').click();
  await expect(search.status).toHaveText(/2/);
  await search.text.fill('a(');
  await expect(search.problem).toHaveText('Not a regular expression: Unterminated group.');
  await expect(search.text).toHaveAttribute('aria-invalid', 'true');
  await search.text.fill('nowhere');
  await expect(search.status).toHaveText('No match');

  await test.step('what was looked for before comes back, and several lines can be looked for', async () => {
    await search.text.press('Enter');
    await search.text.fill('');
    await search.text.press('ArrowUp');
    await expect(search.text).toHaveValue('nowhere');
    await search.button('Regular expression').click();
    await search.text.fill('word');
    await search.text.press('ControlOrMeta+Enter');
    await page.keyboard.type('sword');
    await expect(search.status).toHaveText(/1/);
    await search.text.press('Enter');
    await expect(search.status).toHaveText('1 of 1');
  });
  await page.keyboard.press('Escape');
  await expect(search.bar).toBeHidden();
  await expect(text('a.txt')).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('F3');
  await expect(page.getByText('10 selected')).toBeVisible();
});

test('replacing takes groups and capitals, keeps to what was selected, and is one step that is undone and saved', async ({
  open,
}) => {
  const { page, project } = await open({
    project: { 'a.txt': 'color Color COLOR\ncolor\ncolor\n', 'b.txt': 'color\n' },
    file: 'a.txt',
  });
  const editor = editorOf(page);
  await expect(editor.text('a.txt')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+H');
  const search = searchOf(page);
  await search.text.fill('color');
  await search.replacement.fill('paint');
  await search.button('Keep capitals').click();
  await search.button('Replace all').click();
  await expect(lines(page)).toHaveText(['paint Paint PAINT', 'paint', 'paint', '']);
  await expect(search.status).toHaveText('5 replaced');
  await search.text.fill('paint');
  await search.text.press('Enter');
  await expect(search.status).toHaveText('1 of 5');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(lines(page)).toHaveText(['color Color COLOR', 'color', 'color', '']);

  await test.step('in what is selected alone', async () => {
    await page.keyboard.press('ControlOrMeta+Home');
    for (const key of ['ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
    await page.keyboard.press('ControlOrMeta+F');
    await expect(search.button('In selection')).toHaveAttribute('aria-pressed', 'true');
    await search.text.fill('(co)(lor)');
    await search.button('Regular expression').click();
    await expect(search.status).toHaveText(/2/);
    await search.replacement.fill('$2$1');
    await search.replacement.press('ControlOrMeta+Alt+Enter');
    await expect(lines(page)).toHaveText(['color Color COLOR', 'lorco', 'lorco', '']);
  });
  await test.step('which ends when the bar is closed', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('F3');
    await expect(page.getByText('5 selected')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ControlOrMeta+F');
    await expect(search.button('In selection')).toHaveAttribute('aria-pressed', 'false');
  });
  await test.step('one at a time', async () => {
    await search.text.press('Enter');
    await search.replacement.press('Enter');
    await search.replacement.press('Enter');
    await expect(lines(page)).toHaveText(['lorco LorCo COLOR', 'lorco', 'lorco', '']);
  });
  await page.keyboard.press('Escape');
  await editor.save('a.txt');
  expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe('lorco LorCo COLOR\nlorco\nlorco\n');

  await test.step('at each end of a line, where nothing is found but the place', async () => {
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ControlOrMeta+H');
    await search.text.fill('$');
    await search.replacement.fill(';');
    await search.text.press('Enter');
    for (let times = 0; times < 3; times += 1) await search.replacement.press('Enter');
    await expect(lines(page)).toHaveText(['lorco LorCo COLOR;', 'lorco;', 'lorco;', '']);
    await page.keyboard.press('Escape');
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('ControlOrMeta+Z');
    await expect(lines(page)).toHaveText(['lorco LorCo COLOR', 'lorco', 'lorco', '']);
  });

  await test.step('the next file is searched for the same', async () => {
    await editor.open('b.txt');
    await page.keyboard.press('ControlOrMeta+F');
    await expect(search.text).toHaveValue('$');
    await expect(search.status).toHaveText(/2/);
  });

  await test.step('in two panes each bar does what it shows', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+\\');
    const [left, right] = [1, 2].map((at) => {
      const pane = page.getByRole('group', { name: `Pane ${at}`, exact: true });
      return { lines: pane.locator('.cm-line'), ...searchOf(pane) };
    });
    if (!left || !right) throw new Error('There are two panes.');
    await expect(right.lines).toHaveText(['color', '']);
    await page.keyboard.press('ControlOrMeta+H');
    await right.button('Regular expression').click();
    await right.text.fill('color');
    await right.replacement.fill('hue');
    await left.lines.first().click();
    await page.keyboard.press('ControlOrMeta+H');
    await left.text.fill('nowhere');
    await left.replacement.fill('nothing');
    await page.screenshot({ path: test.info().outputPath('find-in-panes.png') });
    await right.button('Replace all').click();
    await expect(left.lines).toHaveText(['hue', '']);
    await expect(right.status).toHaveText('1 replaced');
    await right.text.press('Alt+C');
    await expect(right.button('Match case')).toHaveAttribute('aria-pressed', 'true');
    await expect(right.text).toHaveValue('color');
    await expect(left.button('Match case')).toHaveAttribute('aria-pressed', 'false');
  });
});
