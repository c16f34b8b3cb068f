import { existsSync } from 'node:fs';
import { readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { askedOf } from '../support/views/asked.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';

const settings = { model: 'test-provider:sample/sample' } as const;
const project = { 'a.txt': 'one\ntwo\nthree\n', 'src/b.txt': 'one\n', 'list.txt': 'a.txt\n' } as const;
const edit = (path: string, old: string, to: string) => ({
  tool: 'edit-file',
  input: { path, edits: [{ old, new: to }] },
});
const create = (text: string) => ({ tool: 'create-file', input: { path: 'made.txt', text } });
const command = (line: string) => ({ tool: 'run-command', input: { line } });
const mayEdit = 'May Workspace tools edit this file?';
const mayRead = 'May Workspace tools read this file?';
const mayRun = 'May Workspace tools run this command?';

test('an edit is asked for with its exact diff, and happens only when it is allowed', async ({ open }) => {
  const { page, project: folder } = await open({ project });
  const panel = panelOf(page);
  const asked = askedOf(page);
  const text = (name: string) => readFile(join(folder, name), 'utf8');

  await test.step('the question shows the lines, and a stray key allows nothing', async () => {
    await asked.play('First', { calls: [edit('a.txt', 'two', 'zwei')] }, { text: 'Done with it.' });
    const question = asked.question(mayEdit);
    await expect(question.getByRole('deletion')).toHaveText(/two/);
    await expect(question.getByRole('insertion')).toHaveText(/zwei/);
    await expect(question).toContainText('a.txt');
    await expect(question).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await expect(question).toBeVisible();
    expect(await text('a.txt')).toBe(project['a.txt']);
  });
  await test.step('by keyboard', async () => {
    await page.keyboard.press('Tab');
    const allow = asked.question(mayEdit).getByRole('button', { name: 'Allow once' });
    await expect(allow).toBeFocused();
    await expect(allow).toBeEnabled();
    await page.keyboard.press('Enter');
    await panel.ended();
    await expect(panel.composer).toBeFocused();
    expect(await text('a.txt')).toBe('one\nzwei\nthree\n');
    await expect(panel.lastTurn).toContainText('Done with it.');
  });
  await test.step('what was done can be looked at', async () => {
    await panel.lastTurn.getByText('Edited a.txt').click();
    await expect(panel.lastTurn.getByRole('insertion')).toHaveText(/zwei/);
    await expect(panel.lastTurn.getByRole('button', { name: 'Review', exact: true })).toBeVisible();
  });
  await test.step('what is not allowed does not happen, and it says so', async () => {
    await asked.play('Second', { calls: [edit('a.txt', 'one', 'eins')] }, { text: 'A pity.' });
    await asked.deny(mayEdit);
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Not run: you declined');
    await expect(panel.lastTurn.locator('.lucide-triangle-alert')).toHaveCount(0);
    expect(await text('a.txt')).toBe('one\nzwei\nthree\n');
  });
  await test.step('created, moved and deleted files are told in words', async () => {
    await asked.play(
      'Third',
      { calls: [{ tool: 'create-file', input: { path: 'made.txt', text: 'new\n' } }] },
      { calls: [{ tool: 'move', input: { from: 'list.txt', to: 'src/list.txt' } }] },
      { calls: [{ tool: 'delete', input: { path: 'src/b.txt' } }] },
    );
    for (const [deed, words] of [
      ['create', 'new'],
      ['move', 'moves to src/list.txt'],
      ['delete', 'deleted'],
    ] as const) {
      const question = `May Workspace tools ${deed} this file?`;
      await expect(asked.question(question)).toContainText(words);
      await asked.allow(question);
    }
    await panel.ended();
    expect(await text('made.txt')).toBe('new\n');
    expect(await text('src/list.txt')).toBe('a.txt\n');
    await expect(stat(join(folder, 'src/b.txt'))).rejects.toThrow();
  });
});

test('“always” and “never” become rules that a person sees and changes in Settings', async ({ open }) => {
  const { page, project: folder } = await open({ isTrusted: true, project });
  const panel = panelOf(page);
  const asked = askedOf(page);
  const settingsView = settingsOf(page);

  await test.step('always, for what is asked and no more', async () => {
    await asked.play('First', { calls: [edit('src/b.txt', 'one', 'two')] });
    const more = await asked.more(mayEdit);
    await expect(more.getByRole('textbox', { name: 'Path' }).first()).toHaveValue('src/b.txt');
    await expect(more.getByRole('checkbox', { name: 'Rule for src/b.txt' })).toBeChecked();
    await expect(more.getByRole('checkbox', { name: 'Rule for src/**' })).not.toBeChecked();
    await expect(more).toContainText('Changes of every file below src.');
    await expect(more.getByRole('combobox', { name: 'Applies to' })).toHaveValue('folder');
    await more.getByRole('button', { name: 'Always allow' }).click();
    await panel.ended();
    await asked.play('Second', { calls: [edit('src/b.txt', 'two', 'three')] });
    await panel.ended();
    expect(await readFile(join(folder, 'src/b.txt'), 'utf8')).toBe('three\n');
    await asked.play('Third', { calls: [edit('a.txt', 'two', 'three')] });
    await asked.deny(mayEdit);
    await panel.ended();
  });
  await test.step('never, for a pattern that the person wrote', async () => {
    await asked.play('Fourth', { calls: [command('rm a.txt')] });
    const more = await asked.more(mayRun);
    await more.getByRole('textbox', { name: 'Command' }).first().fill('rm *');
    await expect(more).toContainText('“rm”, with anything after it.');
    await more.getByRole('combobox', { name: 'Applies to' }).selectOption('Every trusted folder');
    await more.getByRole('button', { name: 'Never allow' }).click();
    await panel.ended();
    await asked.play('Fifth', { calls: [command('echo hello && rm list.txt')] });
    await panel.ended();
    await expect(panel.lastTurn).toContainText(/rm \*/);
    await expect(stat(join(folder, 'list.txt'))).resolves.toBeTruthy();
  });
  await test.step('the rules are in Settings, where one is changed and one removed', async () => {
    await settingsView.open('Approvals');
    const order = settingsView.page.getByText('The order of the rules does not matter.');
    await expect(order).toBeHidden();
    await settingsView.page.getByText('Learn more').click();
    await expect(order).toBeVisible();
    const rows = settingsView.page.getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1).getByRole('textbox')).toHaveValue('src/b.txt');
    await expect(rows.nth(2).getByRole('textbox')).toHaveValue('rm *');
    const where = (row: number) => rows.nth(row).getByRole('combobox', { name: /^Where/ });
    await expect(where(1)).toHaveValue(await realpath(folder));
    await expect(where(2)).toHaveValue('*');
    await rows
      .nth(2)
      .getByRole('button', { name: /^Remove the rule/ })
      .click();
    await rows
      .nth(1)
      .getByRole('combobox', { name: /^Decision/ })
      .selectOption('Don’t allow');
    await settingsView.page.getByRole('button', { name: 'Add a rule' }).click();
    const added = rows.nth(2);
    await expect(added.getByRole('textbox')).toBeFocused();
    await added.getByRole('combobox', { name: /^What/ }).selectOption('Run tools');
    await added.getByRole('textbox').fill('nonsense');
    await expect(added).toContainText('extension:tool');
    await added.getByRole('textbox').fill('workspace-tools:*');
    await page.keyboard.press('Enter');
    await settingsView.close();
    await settingsView.open('Approvals');
    await expect(rows).toHaveCount(3);
    await settingsView.close();
  });
  await test.step('and hold at once', async () => {
    await asked.play('Sixth', { calls: [edit('src/b.txt', 'three', 'four')] });
    await panel.ended();
    await expect(panel.lastTurn).toContainText(/src\/b\.txt/);
    expect(await readFile(join(folder, 'src/b.txt'), 'utf8')).toBe('three\n');
  });
  await test.step('a double click removes one of them, not the next as well', async () => {
    await settingsView.open('Approvals');
    const table = settingsView.page.getByRole('table');
    await expect(table.getByRole('button').first()).toBeEnabled();
    // The second press is at the next row, in the instant in which that is there.
    await table.evaluate(async (element) => {
      const press = () => element.querySelector<HTMLElement>('tbody button')?.click();
      press();
      await null;
      press();
    });
    await expect(table.getByRole('textbox')).toHaveCount(1);
    await expect(table.getByRole('textbox')).toHaveValue('workspace-tools:*');
  });
});

test('in a trusted folder a command is asked for part by part, shows what it puts out, and ends with Stop; secrets are asked for', async ({
  open,
}) => {
  const rules = [{ effect: 'command', pattern: 'echo *', decision: 'allow', folder: '*' }];
  const { page, project: folder } = await open({
    isTrusted: true,
    settings: { ...settings, toolRules: rules },
    project: { ...project, '.env': 'KEY=needle\n' },
  });
  const panel = panelOf(page);
  const asked = askedOf(page);

  await test.step('what a rule allows runs, what is chained to it is asked for', async () => {
    await asked.play('First', { calls: [command('echo fine')] });
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Ran echo fine');
    await asked.play('Second', { calls: [command('echo fine && touch made.txt')] });
    await expect(asked.question(mayRun)).toContainText('echo fine && touch made.txt');
    await expect(asked.question(mayRun)).toContainText('In the open folder');
    await asked.deny(mayRun);
    await panel.ended();
    await expect(stat(join(folder, 'made.txt'))).rejects.toThrow();
  });
  await test.step('a file that holds secrets is asked for before it is read', async () => {
    await asked.play('Third', { calls: [{ tool: 'read-file', input: { path: '.env' } }] }, { text: 'Read.' });
    await expect(asked.question(mayRead)).toContainText('.env');
    await asked.deny(mayRead);
    await panel.ended();
    await expect(panel.lastTurn).not.toContainText('KEY=');
  });
  await test.step('what it puts out is there while it runs; Stop ends it', async () => {
    const ticks = 'for n in 1 2 3 4 5 6 7 8 9; do echo "tick $n"; sleep 0.1; done; while true; do sleep 1; done';
    await writeFile(join(folder, 'tick.sh'), `${ticks}\n`);
    await asked.play('Fourth', { calls: [command('sh tick.sh')] });
    await asked.allow(mayRun);
    const live = panel.lastTurn.getByRole('log', { name: 'Output so far' });
    await expect(live).toContainText('tick 3');
    await expect(live).toContainText('tick 9');
    await expect(panel.lastTurn).toContainText('Runs sh tick.sh');
    await panel.stop.click();
    await panel.ended();
    await expect(live).toHaveCount(0);
    await panel.lastTurn.getByText(/^Did not finish/).click();
    await expect(panel.lastTurn).toContainText('tick 9');
  });
});

test('several are asked one at a time, those that are alike are allowed together, and the review makes room', async ({
  open,
}) => {
  const { page, project: folder } = await open({ project });
  const panel = panelOf(page);
  const asked = askedOf(page);
  const questions = panel.lastTurn.getByRole('group', { name: /^May Workspace tools/ });
  const changed = panel.root.getByRole('button', { name: /files? changed/ });
  const change = panel.root.getByRole('button', { name: 'Accept this change' });
  await asked.play('First', { calls: [edit('a.txt', 'two', 'zwei')] });
  await asked.allow(mayEdit);
  await panel.ended();
  await changed.click();
  await panel.root.getByRole('button', { name: 'Review a.txt' }).click();
  await expect(change).toBeVisible();

  await test.step('one is asked, it lists what is like it, and the others say that they wait', async () => {
    const unclear = command('cat "$(cat list.txt)"');
    const calls = [command('touch 1.txt'), command('touch 2.txt'), edit('src/b.txt', 'one', 'eins'), unclear];
    await asked.play('Second', { calls });
    await expect(panel.lastTurn.getByText('Waiting for your answer')).toHaveCount(2);
    await expect(questions).toHaveCount(1);
    await expect(questions).toHaveAccessibleName(`${mayRun} 1 of 4`);
    await expect(changed).toHaveAttribute('aria-expanded', 'false');
    await expect(change).toBeHidden();
  });
  await test.step('what is allowed together is shown, and nothing else is allowed', async () => {
    await expect(questions.getByRole('listitem')).toHaveText(/touch 2\.txt/);
    await questions.getByRole('button', { name: 'Allow all 2' }).click();
    await expect(questions).toHaveAccessibleName(`${mayEdit} 1 of 2`);
    await expect(questions).toBeFocused();
    await expect(questions).toBeInViewport();
    for (const name of ['1.txt', '2.txt']) await expect.poll(() => existsSync(join(folder, name))).toBe(true);
    await asked.allow(mayEdit);
    await expect(questions).toHaveAccessibleName(mayRun);
    await asked.deny(mayRun);
    await panel.ended();
  });
  await test.step('the review comes back as it was', async () => {
    await expect(changed).toHaveAttribute('aria-expanded', 'true');
    await expect(change).toBeVisible();
  });
});

test('a question outlives the window, and arguments are read while they arrive', async ({ open }) => {
  const { page } = await open({ project });
  const panel = panelOf(page);
  const asked = askedOf(page);

  await test.step('what is being written is text and no JSON', async () => {
    // A call that would take minutes to complete.
    const text = Array.from({ length: 3000 }, (_, at) => `line ${at}`).join('\n');
    await asked.play('First', { growMs: 100, calls: [create(text)] });
    const growing = panel.lastTurn.getByRole('log', { name: 'text, as it arrives' });
    await expect(growing).toContainText(/line 1\s/);
    await expect(growing).not.toContainText('\\n');
    await expect(panel.lastTurn).toContainText('Prepares the tool');
    await panel.stop.click();
    await panel.ended();
  });
  await test.step('the window is loaded anew while the question waits', async () => {
    await asked.play('Second', { calls: [create('made\n')] });
    await expect(asked.question(/create this file/)).toBeVisible();
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.editable === 'true');
    await expect(asked.question(/create this file/)).toContainText('made.txt');
    await asked.allow(/create this file/);
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Created made.txt');
  });
});

test('nothing runs unasked in a folder that is not trusted, and rules from before folders say that they hold nowhere', async ({
  launch,
}) => {
  const toolRules = [
    { effect: 'command', pattern: 'echo fine', decision: 'allow', folder: '*' },
    { effect: 'command', pattern: 'touch made.txt', decision: 'allow' },
  ];
  const { page, project: folder } = await launch({ settings: { ...settings, toolRules }, project });
  const panel = panelOf(page);
  const asked = askedOf(page);

  await test.step('what a rule allows is asked for, and nothing more than once is offered', async () => {
    await asked.play('First', { calls: [command('echo fine')] });
    const question = asked.question(mayRun);
    await expect(question).toContainText('You do not trust this folder');
    await expect(question.getByRole('button', { name: 'Allow in this thread' })).toHaveCount(0);
    const more = await asked.more(mayRun);
    await expect(more.getByRole('button', { name: 'Always allow' })).toHaveCount(0);
    await asked.deny(mayRun);
    await panel.ended();
  });
  await test.step('an open question follows the trust that is given in it, and taken elsewhere', async () => {
    await asked.play('Trust', { calls: [command('touch x.txt')] });
    const question = asked.question(mayRun);
    const forThread = question.getByRole('button', { name: 'Allow in this thread' });
    const trust = question.getByRole('button', { name: 'Trust this folder' });
    await trust.click();
    await expect(forThread).toBeEnabled();
    await expect(trust).toHaveCount(0);
    await expect(question).toBeFocused();
    const more = await asked.more(mayRun);
    await expect(more.getByRole('button', { name: 'Always allow' })).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+Shift+X');
    await page.getByRole('button', { name: 'Stop trusting' }).click();
    await page.keyboard.press('Escape');
    await expect(forThread).toHaveCount(0);
    await trust.click();
    await forThread.click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText('Ran touch x.txt');
  });
  await test.step('a person is told of the old rule, which allows nothing until it has a folder', async () => {
    await expect(page.getByText(/^One rule that allows something names no folder/)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+N');
    await asked.play('Second', { calls: [command('touch made.txt')] });
    await asked.deny(mayRun);
    await panel.ended();
  });
  await test.step('in Settings it gets one, and holds', async () => {
    const settingsView = settingsOf(page);
    await settingsView.open('Approvals');
    const row = settingsView.page.getByRole('row').nth(2);
    await expect(row).toContainText('Choose where it applies. Until then it applies nowhere.');
    await row.getByRole('combobox', { name: /^Where/ }).selectOption('Every trusted folder');
    await settingsView.close();
    await asked.play('Third', { calls: [command('touch made.txt')] });
    await panel.ended();
    await expect(stat(join(folder, 'made.txt'))).resolves.toBeTruthy();
  });
});
