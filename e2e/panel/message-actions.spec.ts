import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { startProviderServer } from '../servers/provider-server.ts';
import { scriptOf } from '../support/hosts/script.ts';
import { openWithThreads, turnOf } from '../support/seeded-threads.ts';
import { expectAccessible, inEachTheme, rulesOfTheme } from '../support/views/accessible.ts';
import { panelOf } from '../support/views/panel.ts';
import { threadsOf } from '../support/views/threads.ts';

test('a prompt is edited into another version, both stay to be read, and what was in hand is back afterwards', async ({
  open,
}) => {
  const { page } = await open();
  const panel = panelOf(page);
  await panel.ask(scriptOf('First wording', [{ text: 'The first answer.' }]));
  await panel.ended();
  await panel.ask(scriptOf('And then', [{ text: 'What followed.' }]));
  await panel.ended();
  const turn = panel.turns.first();
  const bar = panel.root.getByText('Editing an earlier message.');
  await panel.composer.fill('my next words');
  await turn.hover();
  await turn.getByRole('button', { name: 'Edit and send again' }).click();
  await expect(panel.composer).toBeFocused();
  await expect(bar).toBeVisible();
  await expect.poll(panel.draft).toContain('First wording');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await panel.expectDraft('my next words');
  await turn.getByRole('button', { name: 'Edit and send again' }).click();
  await expect(panel.composer).toBeFocused();
  await panel.composer.fill(scriptOf('Second wording', [{ text: 'The second answer.' }]));
  await page.keyboard.press('Enter');
  await expect(panel.turns).toHaveCount(1);
  await expect(bar).toBeHidden();
  await panel.expectDraft('my next words');
  await expect(turn).toContainText('The second answer.');
  await panel.ended();
  const versions = turn.getByRole('group', { name: 'Versions of this message' });
  await expect(versions).toContainText('2/2');
  await versions.getByRole('button', { name: 'Earlier version' }).click();
  await expect(turn).toContainText('The first answer.');
  await expect(panel.turns).toHaveCount(2);
  await expect(panel.lastTurn).toContainText('What followed.');
  await expect(versions).toContainText('1/2');
  // The focus stays.
  await expect(versions.getByRole('button', { name: 'Earlier version' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(turn).toContainText('The second answer.');
});

test('an answer is copied as it was written, and given again beside the earlier one', async ({ open }) => {
  const { app, page } = await open();
  const panel = panelOf(page);
  await panel.ask(scriptOf('Say it', [{ text: 'A **bold** word.\n\n- one\n- two' }]));
  await panel.ended();
  const actions = panel.lastTurn.getByRole('toolbar', { name: /^Actions for the answer/ });
  await panel.lastTurn.hover();
  await actions.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toBe('A **bold** word.\n\n- one\n- two');
  await actions.getByRole('button', { name: 'Answer again' }).click();
  await expect(panel.lastTurn.getByText('Earlier answer of Sample')).toBeVisible();
  await panel.ended();
  await expect(actions.getByRole('button', { name: 'Continue' })).toHaveCount(0);
});

test('an answer that was cut short goes on: the model is asked for the rest of what it had said', async ({ open }) => {
  const server = await startProviderServer(chatCompletions, {
    answer: (prompt) =>
      prompt === 'Be long' ? { text: ['It begins'], finishReason: 'length' } : { text: ['and ends.'] },
  });
  const model = 'openai-compatible:openai-compatible/tiny';
  const { page } = await open({ settings: { model, extensions: { 'openai-compatible': { base_url: server.url } } } });
  const panel = panelOf(page);
  await panel.ask('Be long');
  await panel.ended();
  await panel.lastTurn.hover();
  await panel.lastTurn.getByRole('button', { name: 'Continue' }).click();
  await expect(panel.turns).toHaveCount(2);
  await expect(panel.said('and ends.')).toBeVisible();
  await panel.ended();
  await expect(panel.turns.first()).toContainText('It begins');
  const said = server.requests.findLast(({ path }) => path.endsWith('/chat/completions'))?.body;
  const messages = (said?.messages ?? []) as readonly Message[];
  expect(messages.slice(-3).map(({ role, content }) => [role, JSON.stringify(content)])).toEqual([
    ['user', expect.stringContaining('Be long')],
    ['assistant', expect.stringContaining('It begins')],
    ['user', expect.stringContaining('Go on.')],
  ]);
  await expect(panel.lastTurn.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await server.close();
});

interface Message {
  readonly role: string;
  readonly content: unknown;
}

test('a note and labels are written by the keyboard alone, and labels show in the list of threads', async ({
  open,
}) => {
  const { page } = await open();
  const panel = panelOf(page);
  const threads = threadsOf(page);
  await panel.ask('Greet me');
  await panel.ended();
  const more = panel.lastTurn.getByRole('button', { name: 'More actions for the answer' });
  const choose = async (name: string) => {
    await more.focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name, exact: true });
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    while (!(await item.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  const note = panel.lastTurn.getByRole('textbox', { name: 'Note' });
  await choose('Note');
  await expect(note).toBeFocused();
  await page.keyboard.type('Look at this again');
  await page.keyboard.press('Enter');
  await expect(panel.lastTurn.getByText('Look at this again')).toBeVisible();
  await expect(panel.lastTurn.locator('[role="toolbar"] > :focus')).toHaveCount(1);

  await choose('Labels');
  await expect(panel.lastTurn.getByRole('combobox', { name: 'Label' })).toBeFocused();
  await page.keyboard.type('good,important');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const labels = panel.lastTurn.getByRole('button', { name: 'Labels: good, important. Edit them' });
  await expect(labels).toBeVisible();
  await expectAccessible(page, '#agent-panel');

  await test.step('a label used before is offered for another message', async () => {
    await panel.lastTurn.getByRole('button', { name: 'More actions for your message' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Labels', exact: true }).click();
    const field = panel.lastTurn.getByRole('combobox', { name: 'Label' });
    await expect(field).toBeFocused();
    const offered = await field.evaluate((input: HTMLInputElement) =>
      [...(input.list?.options ?? [])].map(({ value }) => value),
    );
    expect(offered).toEqual(['good', 'important']);
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
  });
  await test.step('a note is edited where it stands, and Esc leaves it', async () => {
    await panel.lastTurn.getByRole('button', { name: /^Note: / }).click();
    await expect(note).toBeFocused();
    await page.keyboard.type(', please');
    await page.keyboard.press('Escape');
    await expect(panel.lastTurn.getByText('Look at this again', { exact: true })).toBeVisible();
  });
  await test.step('a note and a title in hand are kept when another thread is shown', async () => {
    await panel.lastTurn.getByRole('button', { name: /^Note: / }).click();
    await expect(note).toBeFocused();
    await page.keyboard.type(', please');
    await page.keyboard.press('ControlOrMeta+n');
    await expect(panel.turns).toHaveCount(0);
    await threads.open();
    await threads.rows.first().click();
    await expect(threads.root).toBeHidden();
    await expect(panel.lastTurn.getByText('Look at this again, please', { exact: true })).toBeVisible();
    await threads.title.dblclick();
    await expect(panel.root.getByRole('textbox', { name: 'Title of the thread' })).toBeFocused();
    await page.keyboard.type('A greeting');
    await page.keyboard.press('ControlOrMeta+n');
    await expect(panel.turns).toHaveCount(0);
    await threads.open();
    await expect(threads.rows.first()).toContainText('A greeting');
    await threads.rows.first().click();
    // The list closes when the thread is loaded.
    await expect(threads.root).toBeHidden();
  });
  await threads.open();
  await expect(threads.rows.first()).toContainText('good');
  await expect(threads.rows.first()).toContainText('important');
  await page.keyboard.press('Escape');
});

test('code goes to the cursor, or into a file after a look at what changes', async ({ open }) => {
  const files = { 'src/a.ts': 'export function one() {\n  return 1;\n}\n\nexport const two = 2;\n' };
  const code = 'export function one() {\n  return 11;\n}';
  const { page, project } = await openWithThreads(
    open,
    [
      turnOf('p', 'Change it', {
        kind: 'answer-text',
        text: `Put this in:\n\n\`\`\`ts src/a.ts\n${code}\n\`\`\`\n\nand a new one:\n\n\`\`\`ts\n// src/new.ts\nexport {};\n\`\`\``,
      }),
    ],
    { project: files, file: 'src/a.ts' },
  );
  const panel = panelOf(page);
  const text = page.getByRole('textbox', { name: 'Text of a.ts' });
  const blocks = panel.lastTurn.getByRole('figure');

  await test.step('into the file that the block names: the diff is shown, and nothing changes before', async () => {
    await text.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('// mine');
    await blocks.first().getByRole('button', { name: 'Apply to src/a.ts…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apply to src/a.ts' });
    await expect(
      dialog.getByRole('radio', { name: 'Replace lines 1 to 3, which start and end the same way' }),
    ).toBeChecked();
    await expect(dialog.getByText('return 11;')).toBeVisible();
    await expect(text).not.toContainText('return 11;');
    await expectAccessible(page, 'dialog[open]');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(text).toContainText('return 11;');
    await expect(text).toContainText('// mine');
    await expect(dialog).toBeHidden();
    await text.focus();
    expect(await readFile(join(project, 'src', 'a.ts'), 'utf8')).toBe(files['src/a.ts']);
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(text).not.toContainText('return 11;');
    await expect(text).toContainText('// mine');
  });
  await test.step('at the cursor', async () => {
    await text.click();
    await page.keyboard.press('ControlOrMeta+End');
    await blocks.first().getByRole('button', { name: 'Insert at the cursor' }).click();
    await expect(text).toBeFocused();
    await expect(text).toContainText('// mineexport function one() {');
  });
  await test.step('into a file that is not there yet', async () => {
    await blocks.nth(1).getByRole('button', { name: 'Apply to src/new.ts…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apply to src/new.ts' });
    await expect(dialog).toContainText('This file does not exist yet.');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('tab', { name: 'new.ts' })).toHaveAttribute('aria-selected', 'true');
    await expect
      .poll(() => readFile(join(project, 'src', 'new.ts'), 'utf8').catch(() => null))
      .toBe('// src/new.ts\nexport {};\n');
  });
});

test('what was sent with a prompt and what was summed up is shown', async ({ open }) => {
  const at = Date.now();
  const [prompt, ...rest] = turnOf('p', 'See [@parser.ts](src/parser.ts) and [@gone.ts](src/gone.ts)', {
    kind: 'answer-text',
    text: 'I have seen it.',
  });
  if (prompt?.kind !== 'prompt') throw new Error('no prompt');
  const { page } = await openWithThreads(open, [
    [
      {
        ...prompt,
        context: [
          { kind: 'file', label: 'parser.ts', href: 'src/parser.ts', text: 'one\ntwo\n' },
          { kind: 'file', label: 'gone.ts', href: 'src/gone.ts', text: '', problem: 'There is no such file.' },
        ],
      },
      ...rest,
      {
        kind: 'compaction',
        id: 'c',
        at,
        promptId: 'p',
        modelName: 'Sample',
        text: 'They spoke of the **parser**.',
        usage: { inputTokens: 1000, outputTokens: 50 },
        prices: { currency: 'USD', input: 1, output: 4 },
      },
    ],
  ]);
  const panel = panelOf(page);
  const sent = panel.lastTurn.getByRole('list', { name: 'Sent with this message' });
  await expect(sent.getByRole('button', { name: 'parser.ts' })).toContainText('2 lines, 8 B');
  await expect(sent).toContainText('There is no such file.');
  await panel.lastTurn.getByRole('link', { name: '@parser.ts' }).click();
  await expect(page.getByRole('tab', { name: 'parser.ts' })).toHaveAttribute('aria-selected', 'true');
  const summary = panel.root.getByText('Summarized up to here by Sample');
  await expect(panel.root.getByText('They spoke of the')).toHaveCount(0);
  await summary.click();
  await expect(panel.root.locator('strong', { hasText: 'parser' })).toBeVisible();
  await expect(panel.root.getByText('1,000 tokens read, 50 written · $0.0012')).toBeVisible();
});

test('nobody is shut out of the messages', { tag: '@soak' }, async ({ open }) => {
  test.slow();
  const { page } = await open();
  const look = (name: string) =>
    inEachTheme(page, async (theme) => {
      await page.screenshot({ path: test.info().outputPath(`${name}-${theme}.png`) });
      await expectAccessible(page, '#agent-panel', rulesOfTheme[theme]);
    });
  const panel = panelOf(page);
  await panel.ask('Show me some markdown');
  await panel.ended();
  await panel.lastTurn.hover();
  await look('hover');
  await panel.lastTurn.getByRole('button', { name: 'More actions for the answer' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look('menu');
  await page.getByRole('menuitem', { name: 'Note' }).click();
  await expect(panel.lastTurn.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('A note of mine');
  await page.keyboard.press('Enter');
  await expect(panel.lastTurn.getByRole('button', { name: /^Note: / })).toBeVisible();
  await panel.lastTurn.getByRole('button', { name: 'More actions for your message' }).click();
  await page.getByRole('menuitem', { name: 'Labels' }).click();
  await expect(panel.lastTurn.getByRole('combobox', { name: 'Label' })).toBeFocused();
  await page.keyboard.type('one,two,');
  await page.screenshot({ path: test.info().outputPath('labels.png') });
  await page.keyboard.press('Enter');
  await panel.root.getByRole('button', { name: 'More for this thread' }).click();
  await page.screenshot({ path: test.info().outputPath('thread-menu.png') });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await panel.composer.focus();
  await page.keyboard.press('ControlOrMeta+F');
  await expect(panel.root.getByRole('textbox', { name: 'Find in this thread' })).toBeFocused();
  await page.keyboard.type('the');
  await expect(panel.root.getByRole('search').getByRole('status')).toContainText(' of ');
  await look('find');
});
