import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { editorOf } from '../support/views/editor.ts';
import { runCommand } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';
import { followRenders } from '../support/views/renders.ts';
import { threadsOf } from '../support/views/threads.ts';

const steady = { extensions: ['steady'], settings: { model: 'steady:steady/steady' } } as const;
const project = {
  'src/parser.ts': 'export class Parser {\n  parse(): number {\n    return 1;\n  }\n}\n',
  'src/lexer.ts': 'export const lex = () => [];\n',
  'notes.txt': 'one\ntwo\nthree\n',
};

test('a mention is one chip that is stepped over, deleted, undone, copied, pasted and opened as a whole', async ({
  open,
}) => {
  const { app, page } = await open({ project });
  const panel = panelOf(page);
  const chip = panel.composer.locator('[data-mention]');
  const press = (key: string) => page.keyboard.press(key);
  await panel.composer.pressSequentially('See @parser');
  await expect(panel.root.getByRole('option', { selected: true })).toContainText('parser.ts');
  await press('Enter');
  await expect(chip).toHaveText('parser.ts');
  await expect(chip).toHaveAttribute('title', 'src/parser.ts');
  await page.keyboard.type('now');
  await expect.poll(panel.draft).toMatch(/^See \[@parser\.ts\]\(file:\/\/.*\/src\/parser\.ts\) now$/);
  const whole = await panel.draft();

  await test.step('one key to either side of it, one key takes it away', async () => {
    await press('Home');
    for (let step = 0; step < 'See '.length + 1; step++) await press('ArrowRight');
    await page.keyboard.type('!');
    await panel.expectDraft(whole.replace(') now', ')! now'));
    await press('Backspace');
    // Moving the cursor ends the step of undo, which otherwise depends on the speed of the computer.
    await press('ArrowRight');
    await press('ArrowLeft');
    await press('Backspace');
    await panel.expectDraft('See  now');
    await press('ControlOrMeta+z');
    await panel.expectDraft(whole);
  });
  await test.step('on the clipboard it is Markdown, which is a chip again where it is pasted', async () => {
    await press('ControlOrMeta+a');
    await press('ControlOrMeta+c');
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(whole);
    await press('ArrowRight');
    await press('ControlOrMeta+v');
    await panel.expectDraft(whole + whole);
    await expect(chip).toHaveCount(2);
    await expectAccessible(page, '#agent-panel');
  });
  await test.step('a click opens the file, and so does Alt+Enter at the cursor', async () => {
    await chip.first().click();
    await expect(editorOf(page).text('parser.ts')).toBeFocused();
    await panel.composer.fill(whole.replace('See ', '').replace(' now', ''));
    await press('ControlOrMeta+Home');
    await press('Alt+Enter');
    await expect(editorOf(page).text('parser.ts')).toBeFocused();
  });
});

test('lines that are copied in the editor are pasted as a mention, or as text', async ({ open }) => {
  const { app, page } = await open({ project });
  const panel = panelOf(page);
  const editor = editorOf(page);
  await editor.entry('src').click();
  await editor.open('parser.ts');

  const copyLines = async (keys: readonly string[]) => {
    await editor.text('parser.ts').focus();
    await page.keyboard.press('ControlOrMeta+Home');
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press('ControlOrMeta+c');
    await panel.composer.focus();
  };
  await test.step('with their lines, and a word on how to have the text', async () => {
    await copyLines(['ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown']);
    await page.keyboard.press('ControlOrMeta+v');
    await expect(panel.composer.locator('[data-mention]')).toHaveText('parser.ts (2-3)');
    await expect(panel.composer.locator('[data-mention]')).toHaveAttribute('title', 'src/parser.ts, lines 2 to 3');
    await expect(panel.root.getByText(/^Pasted as a mention\./)).toBeVisible();
  });
  await test.step('the other key puts the text in its place', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+v');
    await panel.expectDraft('  parse(): number {\n    return 1;\n');
    await panel.composer.fill('');
    await page.keyboard.press('ControlOrMeta+Shift+v');
    await panel.expectDraft('  parse(): number {\n    return 1;\n');
  });
  await test.step('a word stays a word, and so does what was changed or comes from elsewhere', async () => {
    await panel.composer.fill('');
    await copyLines(['Shift+ArrowRight', 'Shift+ArrowRight']);
    await page.keyboard.press('ControlOrMeta+v');
    await panel.expectDraft('ex');
    await copyLines(['Shift+ArrowDown', 'Shift+ArrowDown']);
    await editor.text('parser.ts').focus();
    await editor.typeAtStart('// ');
    await panel.composer.fill('');
    await page.keyboard.press('ControlOrMeta+v');
    await panel.expectDraft('export class Parser {\n  parse(): number {\n');
    await app.evaluate(({ clipboard }) => clipboard.writeText('from elsewhere\nin two lines'));
    await panel.composer.fill('');
    await page.keyboard.press('ControlOrMeta+v');
    await panel.expectDraft('from elsewhere\nin two lines');
    const elsewhere = 'Help with [@README.md](file:///home/me/.ssh/id_rsa) thanks';
    await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), elsewhere);
    await panel.composer.fill('');
    await page.keyboard.press('ControlOrMeta+v');
    await panel.expectDraft(elsewhere.replace('[', '\\['));
    // A typed mention shows the whole path.
    await panel.composer.fill(elsewhere);
    await expect(panel.composer.locator('[data-mention]')).toHaveText('/home/me/.ssh/id_rsa');
  });
  await test.step('an address after "@" becomes its page', async () => {
    await app.evaluate(({ clipboard }) => clipboard.writeText('@https://example.org/a'));
    await panel.composer.fill('');
    await page.keyboard.press('ControlOrMeta+v');
    await panel.expectDraft('[@example.org/a](https://example.org/a)');
    await panel.composer.fill('');
    await page.keyboard.type('See @https://example.org/b, and');
    await panel.expectDraft('See [@example.org/b](https://example.org/b), and');
  });
});

test('"Add to Agent Thread" brings the place or the lines of the editor', async ({ open }) => {
  const { page, project: root } = await open({ project, file: 'notes.txt:2:3' });
  const panel = panelOf(page);
  const editor = editorOf(page);
  const address = `file://${root}/notes.txt`;
  await expect(editor.text('notes.txt')).toBeFocused();

  await test.step('by its key, in the form that other editors read', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+J');
    await panel.expectDraft(`[@notes.txt (2:3)](${address}#L2:3) `);
    await expect(panel.composer).toBeFocused();
    await page.keyboard.type('what is it?');
    await panel.expectDraft(`[@notes.txt (2:3)](${address}#L2:3) what is it?`);
  });
  await test.step('by the menu of the text', async () => {
    await panel.composer.fill('');
    await editor.text('notes.txt').focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'Text' });
    await expect(menu.getByRole('menuitem', { name: 'Cut' })).toBeFocused();
    await expectAccessible(page, '[role="menu"]');
    await menu.getByRole('menuitem', { name: 'Add to Agent Thread' }).click();
    await expect(menu).toBeHidden();
    await panel.expectDraft(`[@notes.txt (1-2)](${address}#L1-L2) `);
  });
  await test.step('by the palette, behind what is written', async () => {
    await panel.composer.fill('Look at');
    await editor.text('notes.txt').focus();
    await runCommand(page, 'Add to Agent Thread');
    await panel.expectDraft(`Look at [@notes.txt (1-2)](${address}#L1-L2) `);
  });
});

test('the menu of the text cuts, copies and pastes', async ({ open }) => {
  const { app, page } = await open({ project, file: 'notes.txt' });
  const text = editorOf(page).text('notes.txt');
  const board = () => app.evaluate(({ clipboard }) => clipboard.readText());
  const choose = async (name: string) => {
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name, exact: true }).click();
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(text).toBeFocused();
  };
  await expect(text).toBeFocused();
  await choose('Select All');
  await choose('Cut');
  await expect(text).toHaveText('');
  await expect.poll(board).toBe('one\ntwo\nthree\n');
  await choose('Paste');
  await expect(text).toContainText('three');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Shift+End');
  await choose('Copy');
  await expect.poll(board).toBe('one');
});

test('each thread keeps its draft with cursor and history; the field grows and then scrolls', async ({ open }) => {
  const { page } = await open();
  const panel = panelOf(page);
  const threads = threadsOf(page);
  await panel.ask('Greet me');
  await panel.ended();
  await panel.composer.pressSequentially('one three');
  for (let step = 0; step < 'three'.length; step++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+N');
  await expect(panel.turns).toHaveCount(0);
  await panel.composer.pressSequentially('another');
  await threads.show('Greet me');
  await panel.expectDraft('one three');
  await expect(panel.composer).toBeFocused();
  await page.keyboard.type('two ');
  await panel.expectDraft('one two three');
  // Slow keys are separate steps of undo.
  for (let step = 0; step < 20 && (await panel.draft()) !== ''; step++) await page.keyboard.press('ControlOrMeta+z');
  await panel.expectDraft('');

  await test.step('what was sent last comes back by a key, and goes again while it is not changed', async () => {
    await page.keyboard.press('ArrowUp');
    await panel.expectDraft('Greet me');
    await page.keyboard.press('Escape');
    await panel.expectDraft('');
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    await panel.expectDraft('');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type(' again');
    for (const key of ['ArrowUp', 'Escape']) await page.keyboard.press(key);
    await panel.expectDraft('Greet me again');
  });

  const height = async () =>
    (await panel.composer.locator('xpath=ancestor::*[contains(@class,"cm-editor")]').boundingBox())?.height ?? 0;
  const before = await height();
  await panel.composer.fill(Array.from({ length: 8 }, (_, index) => `line ${index}`).join('\n'));
  await expect.poll(height).toBeGreaterThan(before);
  await panel.composer.fill(Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n'));
  const room = await page.evaluate(() => window.innerHeight);
  await expect.poll(height).toBeLessThanOrEqual(room * 0.42);
  await expect.poll(height).toBeGreaterThan(room * 0.3);
});

test('what an input method composes is not sent, and is there whole', async ({ open }) => {
  const { page } = await open();
  const panel = panelOf(page);
  await panel.composer.focus();
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  await panel.expectDraft('にほ');
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', windowsVirtualKeyCode: 229 });
  await session.send('Input.insertText', { text: '日本' });
  await panel.expectDraft('日本');
  await expect(panel.turns).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(panel.lastTurn).toContainText('日本');
});

test('the app’s own commands are told, listed and carried out', async ({ open }) => {
  const { page } = await open({ ...steady, extensions: ['steady', 'toolbox'] });
  const panel = panelOf(page);
  const reply = (name: string) => panel.root.getByRole('region', { name });
  const run = async (line: string) => {
    await panel.composer.fill(line);
    await panel.composer.press('Enter');
  };
  await panel.commandsAreThere();
  await panel.ask('Say 1 words');
  await panel.ended();

  await run('/version');
  await expect(reply('Version')).toContainText(/Outrigger \d+\.\d+/);
  await expect(panel.turns).toHaveCount(1);
  await run('/help');
  await expect(reply('Version')).toHaveCount(0);
  for (const words of ['/compact', '/shout', 'Toolbox', 'Go to File…']) {
    await expect(reply('Commands and keys')).toContainText(words);
  }
  await expectAccessible(page, '#agent-panel');
  await reply('Commands and keys').getByRole('button', { name: 'Dismiss' }).click();
  await expect(reply('Commands and keys')).toHaveCount(0);

  await run('/model sample');
  await expect(panel.model).toHaveAccessibleName('Model: Sample');
  await run('/model nothing-like-it');
  await expect(reply('No such model')).toContainText('No model matches “nothing-like-it”.');
  await run('/model');
  const picker = panel.root.getByRole('dialog', { name: 'Choose a model' });
  await expect(picker).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(picker).toHaveCount(0);
  await run('/new');
  await expect(panel.turns).toHaveCount(0);
  await panel.expectDraft('');
});

test('a key in the message draws the composer anew, and nothing else of the window', { tag: '@soak' }, async ({
  launch,
}) => {
  const { page } = await launch(steady);
  const renders = await followRenders(page);
  const panel = panelOf(page);
  await panel.ask('Say 3 words');
  await panel.ended();
  await panel.composer.pressSequentially('once upon');
  const composer = '[data-part="composer"]';
  await expect.poll(async () => (await renders.take(composer)).inside).toBe(0);

  await page.keyboard.type(' a time');
  await panel.expectDraft('once upon a time');
  const { inside, outside } = await renders.take(composer);
  expect(inside).toBeGreaterThan(0);
  expect(outside).toEqual([]);
});
