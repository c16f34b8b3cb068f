import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { askedOf } from '../support/views/asked.ts';
import '../support/views/page-api.ts';
import { gateIn, gateRules } from '../support/hosts/gate.ts';
import { pressAtOnce } from '../support/keys/keys.ts';
import { panelOf } from '../support/views/panel.ts';
import { saveDialogOf } from '../support/views/save-dialog.ts';
import { threadsOf } from '../support/views/threads.ts';

const steady = { extensions: ['steady'], settings: { model: 'steady:steady/steady' } } as const;

const wordsIn = async (part: Locator) => (await part.textContent())?.match(/word-\d+/g) ?? [];
const wordsTo = (count: number) => Array.from({ length: count }, (_, index) => `word-${index + 1}`);

test('two threads answer at once; each keeps its own words, draft and place', async ({ open }) => {
  test.slow();
  const { page } = await open(steady);
  const panel = panelOf(page);
  const threads = threadsOf(page);
  const [eighteen, fifteen] = ['Say 18 words, 3 at a time', 'Say 15 words, 3 at a time'];
  const continueAnswer = () => page.evaluate(() => window.outrigger.extensions.runCommand('steady', 'go-on'));
  const expectWords = (count: number) => expect.poll(() => wordsIn(panel.lastTurn)).toEqual(wordsTo(count));

  await test.step('a new thread leaves the answer of the one before going on', async () => {
    await panel.ask(eighteen);
    await expectWords(3);
    await panel.composer.fill('next for eighteen');
    await page.keyboard.press('ControlOrMeta+N');
    await expect(threads.title).toHaveText('New thread');
    await expect(panel.turns).toHaveCount(0);
    await panel.expectDraft('');
    await expect(threads.button).toHaveAccessibleName('Threads, another one answers');
    await panel.ask(fifteen);
    await expectWords(3);
    await threads.open();
    await threads.expectRows([fifteen, eighteen]);
    await expect(threads.root.getByRole('img', { name: 'answering' })).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(panel.composer).toBeFocused();
  });
  await test.step('back and forth, everything is there in its order, once', async () => {
    await panel.composer.fill('next for fifteen');
    let said = 3;
    for (const [title, draft] of [
      [eighteen, 'next for eighteen'],
      [fifteen, 'next for fifteen'],
      [eighteen, 'next for eighteen'],
    ] as const) {
      await threads.show(title);
      await expect(panel.composer).toBeFocused();
      await panel.expectDraft(draft);
      await expect(panel.turns).toHaveCount(1);
      await expectWords(said);
      await continueAnswer();
      said += 3;
      await expectWords(said);
      await expect(panel.stop).toBeVisible();
    }
    for (; said < 18; said += 3) await continueAnswer();
    await expectWords(18);
    await panel.ended();
    await threads.show(fifteen);
    await panel.ended();
    await expectWords(15);
    await expect(threads.button).toHaveAccessibleName('Threads');
  });
});

test('a list of threads that is opened right after a thread was chosen has the keyboard, and keeps it', async ({
  open,
}) => {
  const { page } = await open();
  const panel = panelOf(page);
  const threads = threadsOf(page);
  await panel.ask('Another greeting');
  await panel.ended();
  await panel.newThread();
  await expect(panel.root.getByRole('heading', { name: 'Ask about this project' })).toBeVisible();
  await expect(panel.composer).toBeFocused();
  await panel.ask('Greet me');
  await panel.ended();
  await threads.open();
  await threads
    .row('Another greeting')
    .getByRole('button')
    .first()
    .evaluate(async (row: HTMLElement) => {
      row.click();
      // By then the list is closed, and main has not answered yet.
      for (let turn = 0; turn < 10; turn += 1) await null;
      document.querySelector<HTMLElement>('#agent-panel button[aria-label^="Threads"]')?.click();
    });
  await expect(threads.search).toBeFocused();
  // Main answers in order: once a later call is answered, so is that for the thread.
  await page.evaluate(async () => {
    const { threads, agent } = window.outrigger;
    await threads.open((await agent.thread()).id);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  await expect(threads.search).toBeFocused();
});

test('threads are found, renamed, archived, deleted and brought back by keyboard alone', async ({ open }) => {
  test.slow();
  const { page } = await open({ project: { 'a.txt': 'a\n' } });
  const panel = panelOf(page);
  const threads = threadsOf(page);
  const press = (key: string) => page.keyboard.press(key);
  const palette = page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox');
  const focused = (title: string) => expect(threads.row(title).getByRole('button').first()).toBeFocused();

  await test.step('an empty list says what it is for', async () => {
    await panel.composer.focus();
    await threads.open();
    await expect(threads.root).toContainText('No threads yet');
    await press('Escape');
    await expect(panel.composer).toBeFocused();
    for (const prompt of ['Greet me', 'Show me markdown', 'Where is the parser']) {
      await panel.ask(prompt);
      await panel.ended();
      await press('ControlOrMeta+N');
      await expect(panel.turns).toHaveCount(0);
    }
  });
  await test.step('arrows and Enter', async () => {
    await threads.open();
    await threads.expectRows(['Where is the parser', 'Show me markdown', 'Greet me']);
    await expect(threads.root.getByRole('heading')).toHaveText(['Today']);
    await press('ArrowDown');
    await focused('Where is the parser');
    await press('ArrowUp');
    await expect(threads.search).toBeFocused();
    await press('ArrowDown');
    await press('End');
    await focused('Greet me');
    await press('Enter');
    await expect(threads.title).toHaveText('Greet me');
    await expect(panel.composer).toBeFocused();
    await expect(panel.lastTurn).toContainText('Hello, world!');
  });
  await test.step('titles are searched at once, and below them what was said, the words marked', async () => {
    await threads.open();
    await expect(threads.rows).toHaveCount(3);
    await page.keyboard.type('PARS');
    await threads.expectRows(['Where is the parser']);
    await expect(threads.rows.locator('mark')).toHaveText(['pars']);
    await threads.search.fill('world hello');
    await expect(threads.root.getByRole('heading')).toHaveText(['In messages']);
    await threads.expectRows(['Greet me']);
    await expect(threads.rows.locator('mark')).toHaveText(['Hello', 'world']);
    await threads.search.fill('zzz');
    await expect(threads.root).toContainText('No thread mentions “zzz”.');
    await threads.search.fill('');
    await expect(threads.rows).toHaveCount(3);
  });
  await test.step('renamed in the list, in the header and by the palette', async () => {
    const field = panel.root.getByRole('textbox', { name: 'Title of the thread' });
    await press('ArrowDown');
    await press('ArrowDown');
    await focused('Show me markdown');
    await press('F2');
    await expect(field).toBeFocused();
    await page.keyboard.type('Edited e');
    await press('Enter');
    await threads.expectRows(['Where is the parser', 'Edited e', 'Greet me']);
    await focused('Edited e');
    await press('F2');
    await expect(field).toBeFocused();
    await page.keyboard.type('never');
    await press('Escape');
    await threads.expectRows(['Where is the parser', 'Edited e', 'Greet me']);
    await focused('Edited e');
    await press('Escape');
    await expect(threads.root).toBeHidden();
    await expect(panel.composer).toBeFocused();
    await threads.button.focus();
    await press('F2');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Greet me');
    await page.keyboard.type('Greetings');
    await press('Enter');
    await expect(threads.title).toHaveText('Greetings');
    await press('ControlOrMeta+Shift+P');
    await expect(palette).toBeFocused();
    await page.keyboard.type('rename thr');
    await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(/^Rename Thread/);
    await press('Enter');
    await expect(field).toBeFocused();
    await page.keyboard.type('A greeting');
    await press('Enter');
    await expect(threads.title).toHaveText('A greeting');
    await expect(panel.composer).toBeFocused();
  });
  await test.step('archived ones are behind a switch', async () => {
    await threads.open();
    await expect(threads.rows).toHaveCount(3);
    await press('ArrowDown');
    await focused('Where is the parser');
    await press('E');
    await threads.expectRows(['Edited e', 'A greeting']);
    await focused('Edited e');
    const archived = threads.root.getByRole('button', { name: 'Archived (1)' });
    await press('Shift+Tab');
    await press('Shift+Tab');
    await expect(archived).toBeFocused();
    await press('Space');
    await threads.expectRows(['Where is the parser', 'Edited e', 'A greeting']);
    await expect(threads.row('Where is the parser').getByLabel('archived')).toBeVisible();
    await press('Tab');
    await press('Tab');
    await press('Home');
    await focused('Where is the parser');
    await press('e');
    await expect(threads.row('Where is the parser').getByLabel('archived')).toHaveCount(0);
    await expect(threads.root.getByRole('button', { name: 'Archived', exact: true })).toBeVisible();
  });
  await test.step('deleted and brought back', async () => {
    await focused('Where is the parser');
    await press('Delete');
    await threads.expectRows(['Edited e', 'A greeting']);
    await focused('Edited e');
    await press('ControlOrMeta+Z');
    await threads.expectRows(['Where is the parser', 'Edited e', 'A greeting']);
    await press('Home');
    await press('ArrowDown');
    await press('ArrowDown');
    await focused('A greeting');
    await press('Delete');
    await threads.expectRows(['Where is the parser', 'Edited e']);
    // The deleted thread was the shown one.
    await expect(panel.turns).toHaveCount(0);
    const notice = page.getByRole('main').getByText('“A greeting” was deleted.');
    await expect(notice).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
    await expect(notice).toHaveCount(0);
    await expect(threads.title).toHaveText('A greeting');
    await expect(panel.lastTurn).toContainText('Hello, world!');
  });
  await test.step('the list stays open when its key comes right after that of a new thread', async () => {
    await panel.composer.focus();
    await pressAtOnce(page, { key: 'n', mod: true }, { key: 'h', mod: true, shift: true });
    await expect(threads.search).toBeFocused();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expect(threads.search).toBeFocused();
    await threads.show('A greeting');
  });
});

test('a thread goes out as Markdown: to a file, and into the editor', async ({ open }) => {
  const { app, page, project } = await open({ project: { 'a.txt': 'a\n' } });
  const panel = panelOf(page);
  const threads = threadsOf(page);
  const path = join(project, '..', 'thread.md');
  const dialog = saveDialogOf(app);
  await panel.ask('Greet me');
  await panel.ended();

  await dialog.answer(null, path);
  await threads.act('Greet me', 'Export as Markdown…');
  await expect.poll(dialog.asked).toHaveLength(1);
  await expect(threads.root).toBeVisible();
  await threads.act('Greet me', 'Export as Markdown…');
  await expect(page.getByRole('main').getByText(`Exported to ${path}`)).toBeVisible();
  const text = await readFile(path, 'utf8');
  expect(text).toContain('Greet me');
  expect(text).toContain('Hello, world!');

  await threads.act('Greet me', 'Open as text');
  const editor = page.getByRole('textbox', { name: /^Text of .+\.md$/ });
  await expect(editor).toContainText('Hello, world!');
  await expect(threads.root).toBeHidden();
});

test('a thread that asks for the person says so where the person is', async ({ open }) => {
  const { page } = await open({ extensions: ['toolbox'] });
  const panel = panelOf(page);
  const threads = threadsOf(page);
  const question = panel.lastTurn.getByRole('group', { name: 'May the tool word-count of Toolbox run?' });
  const line = panel.root.getByText('Another thread needs you');
  await panel.commandsAreThere();
  await panel.ask('Use the tool word-count with {"text":"one two three"}');
  await expect(question).toBeVisible();
  await expect(line).toHaveCount(0);
  await panel.root.getByRole('button', { name: 'New thread' }).click();
  await expect(line).toBeVisible();
  await threads.open();
  await expect(threads.root.getByRole('img', { name: 'needs you' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(line).toBeVisible();
  const elsewhere = panel.root.getByRole('region', { name: 'Question of another thread' });
  await elsewhere.getByRole('button', { name: 'Allow once' }).click();
  await expect(line).toHaveCount(0);
  await threads.open();
  await threads.row('Use the tool').getByRole('button').first().click();
  await expect(panel.lastTurn).toContainText('The tool answered: 3 words');
});

test('a turn goes on in the folder of its thread when another is opened', async ({ open }) => {
  const settings = { toolRules: gateRules };
  const { page, project } = await open({ isTrusted: true, settings, project: { 'a.txt': 'one\n' } });
  const first = await gateIn(project);
  const second = await gateIn(project, '-2');
  const panel = panelOf(page);
  const asked = askedOf(page);
  const other = join(project, '..', 'other');
  await mkdir(other);
  await writeFile(join(other, 'a.txt'), 'one of another folder\n');
  const edit = (from: string, to: string) => ({
    tool: 'edit-file',
    input: { path: 'a.txt', edits: [{ old: from, new: to }] },
  });
  await asked.play(
    'Count',
    { calls: [edit('one', 'two')] },
    { calls: [first.call] },
    { calls: [edit('two', 'three')] },
    { text: 'Counted.' },
  );
  await asked
    .question('May Workspace tools edit this file?')
    .getByRole('button', { name: 'Allow in this thread', exact: true })
    .click();
  await expect.poll(() => readFile(join(project, 'a.txt'), 'utf8')).toBe('two\n');
  await page.evaluate((path) => window.outrigger.workspace.open(path), other);
  await expect(page).toHaveTitle(/other/);
  expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe('two\n');
  await first.open();
  await expect.poll(() => readFile(join(project, 'a.txt'), 'utf8')).toBe('three\n');
  expect(await readFile(join(other, 'a.txt'), 'utf8')).toBe('one of another folder\n');
  await page.evaluate((path) => window.outrigger.workspace.open(path), project);
  await expect(panel.lastTurn).toContainText('Counted.');
  await panel.ended();

  // A question of a thread in another folder waits, and a notice names that folder.
  await asked.play(
    'Look',
    { calls: [second.call] },
    { calls: [{ tool: 'run-command', input: { line: 'pwd' } }] },
    { text: 'Looked.' },
  );
  await page.evaluate((path) => window.outrigger.workspace.open(path), other);
  await expect(page).toHaveTitle(/other/);
  await second.open();
  const notice = page.getByText('A thread in the folder “project” has a question for you.');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Open the folder' }).click();
  await expect(page).toHaveTitle(/project/);
  await expect(notice).toBeHidden();
  await asked.allow('May Workspace tools run this command?');
  await expect(panel.lastTurn).toContainText('Looked.');
});
