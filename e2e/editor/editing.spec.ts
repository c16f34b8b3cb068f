import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { editorOf, untilKept } from '../support/views/editor.ts';

/** Runs a command from the palette by its title. */
async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill(`>${title}`);
  await page.getByRole('option', { name: title }).first().waitFor();
  await page.keyboard.press('Enter');
}

const lines = (page: Page) => page.locator('[data-part="editor"] .cm-line');
const carets = (page: Page) => page.locator('[data-part="editor"] .cm-cursorLayer .cm-cursor');
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('lines are commented, moved, copied, deleted, joined and sorted by keys and by name, and all of it is undone', async ({
  open,
}) => {
  const { page } = await open({
    project: { 'a.ts': 'three();\none();\n  two();\n', 'tsconfig.json': '{ "strict": true }\n' },
    file: 'a.ts',
  });
  const { text } = editorOf(page);
  await expect(text('a.ts')).toBeFocused();
  const shows = (...wanted: string[]) => expect.poll(() => lines(page).allTextContents()).toEqual(wanted);

  await press(page, 'ControlOrMeta+Home', 'ControlOrMeta+/');
  await shows('// three();', 'one();', '  two();', '');
  await press(page, 'ControlOrMeta+/', 'Shift+Alt+ArrowDown', 'Alt+ArrowDown');
  await shows('three();', 'one();', 'three();', '  two();', '');
  await press(page, 'ControlOrMeta+Shift+K');
  await shows('three();', 'one();', '  two();', '');
  await press(page, 'ControlOrMeta+Shift+Enter');
  await page.keyboard.type('new();');
  await shows('three();', 'one();', '  new();', '  two();', '');
  await press(page, 'ControlOrMeta+Enter');
  await page.keyboard.type('last();');
  await shows('three();', 'one();', '  new();', '  last();', '  two();', '');
  await command(page, 'Join Lines');
  await expect(text('a.ts')).toBeFocused();
  await shows('three();', 'one();', '  new();', '  last(); two();', '');
  await press(page, 'ControlOrMeta+A');
  await command(page, 'Sort Lines Ascending');
  await shows('  last(); two();', '  new();', 'one();', 'three();', '');
  await command(page, 'Make Upper Case');
  await shows('  LAST(); TWO();', '  NEW();', 'ONE();', 'THREE();', '');
  for (let step = 0; step < 20; step += 1) await press(page, 'ControlOrMeta+Z');
  await shows('three();', 'one();', '  two();', '');

  await test.step('a bracket that closed itself goes with its other one', async () => {
    await press(page, 'ControlOrMeta+Home', 'End', '(');
    await shows('three();()', 'one();', '  two();', '');
    await press(page, 'Backspace');
    await shows('three();', 'one();', '  two();', '');
  });
  await test.step('JSON that may have comments', async () => {
    await editorOf(page).open('tsconfig.json');
    // The language has come: a bracket beside the cursor is marked without it.
    await expect(lines(page).locator('span', { hasText: 'strict' })).toBeAttached();
    await press(page, 'ControlOrMeta+Home', 'ControlOrMeta+/');
    await shows('// { "strict": true }', '');
  });
});

test('several cursors are made by keys and by the pointer, and write at once', async ({ open }) => {
  const { page } = await open({ project: { 'a.txt': 'word one\nword two\nword three\n' }, file: 'a.txt' });
  const { text } = editorOf(page);
  await expect(text('a.txt')).toBeFocused();
  const shows = (...wanted: string[]) => expect(lines(page)).toHaveText([...wanted, '']);

  await test.step('the next match, and all of them', async () => {
    await press(page, 'ControlOrMeta+Home', 'ControlOrMeta+D', 'ControlOrMeta+D');
    await page.keyboard.type('x');
    await shows('x one', 'x two', 'word three');
    await press(page, 'ControlOrMeta+Z', 'Escape', 'ControlOrMeta+Home', 'ControlOrMeta+Shift+L');
    await page.keyboard.type('y');
    await shows('y one', 'y two', 'y three');
    await press(page, 'Escape');
    await expect(carets(page)).toHaveCount(1);
  });
  await test.step('a cursor above and below, and at the end of each line', async () => {
    await press(page, 'ControlOrMeta+Home', 'ControlOrMeta+Alt+ArrowDown', 'ControlOrMeta+Alt+ArrowDown');
    await page.keyboard.type('z');
    await shows('zy one', 'zy two', 'zy three');
    await press(page, 'Escape', 'ControlOrMeta+A', 'Shift+Alt+I');
    await page.keyboard.type('!');
    await shows('zy one!', 'zy two!', 'zy three!');
    await press(page, 'ControlOrMeta+Z', 'Escape');
  });
  await test.step('Alt and a click, and a rectangle with Shift and Alt', async () => {
    await lines(page)
      .nth(0)
      .click({ position: { x: 2, y: 8 } });
    await lines(page)
      .nth(2)
      .click({ position: { x: 2, y: 8 }, modifiers: ['Alt'] });
    await expect(carets(page)).toHaveCount(2);
    const [first, last] = [await lines(page).nth(0).boundingBox(), await lines(page).nth(2).boundingBox()];
    if (!first || !last) throw new Error('the lines are not drawn');
    await page.keyboard.down('Shift');
    await page.keyboard.down('Alt');
    await page.mouse.move(first.x + 10, first.y + 8);
    await page.mouse.down();
    await page.mouse.move(last.x + 30, last.y + 8, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Alt');
    await page.keyboard.up('Shift');
    await expect(carets(page)).toHaveCount(3);
  });
});

const nested = 'function one() {\n  if (true) {\n    two();\n  }\n}\nlast();\n';

test('code is folded by key and by the mark beside it, is there again after a restart, and opens when one goes into it', async ({
  open: openProject,
}) => {
  const first = await openProject({
    project: { 'a.js': nested, 'notes.txt': 'one\n  deeper\n  more\ntwo\n' },
    file: 'a.js',
  });
  const { page } = first;
  const { text, open } = editorOf(page);
  await expect(text('a.js')).toBeFocused();
  await expect(page.locator('.cm-foldMark').first()).toBeAttached();
  await press(page, 'ControlOrMeta+Home', 'ControlOrMeta+Shift+[');
  await expect(lines(page)).toHaveText(['function one() {…}', 'last();', '']);
  await press(page, 'ControlOrMeta+Shift+]');
  await expect(lines(page)).toHaveCount(7);
  await page.locator('.cm-foldMark:visible').nth(1).click();
  await expect(lines(page)).toHaveText(['function one() {', '  if (true) {…}', '}', 'last();', '']);

  await test.step('a text without a grammar is folded by its indentation', async () => {
    await open('notes.txt');
    await press(page, 'ControlOrMeta+Home', 'ControlOrMeta+Alt+[');
    await expect(lines(page)).toHaveText(['one…', 'two', '']);
    await press(page, 'ControlOrMeta+/');
    await expect(page.getByText('No comments are known in files of this kind.')).toBeVisible();
  });
  await untilKept(page);
  const again = await first.relaunch();
  const editor = editorOf(again.page);
  await expect(editor.text('notes.txt')).toBeFocused();
  await expect(lines(again.page)).toHaveText(['one…', 'two', '']);
  await editor.open('a.js');
  await expect(lines(again.page)).toHaveText(['function one() {', '  if (true) {…}', '}', 'last();', '']);
  await press(again.page, 'Control+G');
  await again.page.keyboard.type('3');
  await press(again.page, 'Enter');
  await editor.expectCursor('Ln 3, Col 1');
  await expect(lines(again.page)).toHaveCount(7);
});

test('one goes back to where one was in any file, forward again, and to the last edit', async ({ open }) => {
  const long = `${Array.from({ length: 200 }, (_, line) => `line ${line + 1}`).join('\n')}\n`;
  const { page } = await open({ project: { 'a.txt': long, 'b.txt': long }, file: 'a.txt:5' });
  const { text, open: openFile, expectCursor, tab } = editorOf(page);
  const goToLine = async (line: number) => {
    await press(page, 'Control+G');
    await page.keyboard.type(String(line));
    await press(page, 'Enter');
    await expectCursor(`Ln ${line}, Col 1`);
  };
  await expect(text('a.txt')).toBeFocused();
  await goToLine(100);
  await page.keyboard.type('new ');
  await openFile('b.txt');
  await goToLine(150);

  await press(page, 'Alt+ArrowLeft');
  await expectCursor('Ln 1, Col 1');
  await expect(tab('b.txt')).toHaveAttribute('aria-selected', 'true');
  await press(page, 'Alt+ArrowLeft');
  await expect(text('a.txt')).toBeFocused();
  await expectCursor('Ln 100, Col 5');
  await press(page, 'Alt+ArrowLeft');
  await expectCursor('Ln 5, Col 1');
  await press(page, 'Alt+ArrowRight', 'Alt+ArrowRight', 'Alt+ArrowRight');
  await expect(text('b.txt')).toBeFocused();
  await expectCursor('Ln 150, Col 1');
  await command(page, 'Go to Last Edit');
  await expect(text('a.txt')).toBeFocused();
  await expectCursor('Ln 100, Col 5');

  await test.step('a file that was closed is opened again', async () => {
    await openFile('b.txt');
    await press(page, 'ControlOrMeta+W');
    await expect(tab('b.txt')).toHaveCount(0);
    await press(page, 'Alt+ArrowLeft');
    await expect(text('b.txt')).toBeFocused();
    await expectCursor('Ln 150, Col 1');
  });
});

test('a selection grows by syntax and shrinks again, and goes to the bracket on the other side', async ({ open }) => {
  const { page } = await open({ project: { 'a.js': 'call(one, [two, three]);\n' }, file: 'a.js:1:13' });
  const { text, expectCursor } = editorOf(page);
  await expect(text('a.js')).toBeFocused();
  await press(page, 'Shift+Alt+ArrowRight', 'Shift+Alt+ArrowRight');
  await expect(page.getByText('10 selected')).toBeVisible();
  await press(page, 'Shift+Alt+ArrowLeft');
  await expect(page.getByText('3 selected')).toBeVisible();
  await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ControlOrMeta+Shift+\\');
  await expectCursor('Ln 1, Col 24');
});

test('words of open files are offered in code, taken by Tab, and Enter stays a line break unless one was chosen', async ({
  open,
}) => {
  const project = {
    'a.ts': 'const counterOfSheep = 1;\nif (true) {\n  if (false) {\n    x;\n  }\n}\n',
    'b.ts': 'countDown();\n',
  };
  const { page } = await open({ project, file: 'a.ts' });
  const editor = editorOf(page);
  const options = page.getByRole('option');
  // A key that comes with the list is not meant for it: CodeMirror waits for 75 ms.
  const seen = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
  await editor.open('b.ts');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('cou');
  // Those of the language follow.
  await expect(options.first()).toHaveText('countDown');
  await expect(options.nth(1)).toHaveText('counterOfSheep');
  await page.screenshot({ path: test.info().outputPath('words.png') });
  await page.keyboard.press('Enter');
  await expect(lines(page)).toHaveText(['countDown();', 'cou', '']);
  await page.keyboard.type('coun');
  await expect(options.first()).toBeVisible();
  await seen();
  await press(page, 'ArrowDown', 'Enter');
  await expect(lines(page)).toHaveText(['countDown();', 'cou', 'counterOfSheep']);
  await page.keyboard.type('; // coun');
  await press(page, 'Control+Space');
  await expect(options.first()).toBeVisible();
  await press(page, 'Escape');
  await expect(options).toHaveCount(0);
  await press(page, 'Control+Space');
  await expect(options.first()).toBeVisible();
  await seen();
  await press(page, 'Tab');
  await expect(lines(page).last()).toHaveText('counterOfSheep; // countDown');

  await test.step('steps of indentation have guides, the block with the cursor a stronger one', async () => {
    await editor.open('a.ts');
    await expect(page.locator('[data-part="editor"] .cm-indent-markers')).toHaveCount(3);
    await page.screenshot({ path: test.info().outputPath('guides.png') });
  });

  await test.step('what the language offers too is there once', async () => {
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('counterO');
    await expect(options).toHaveText(['counterOfSheep']);
  });
});
