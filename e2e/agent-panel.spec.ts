import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { hostPid } from './support/hosts.ts';
import { panelOf } from './support/panel.ts';
import { hostProcessesOf } from './support/processes.ts';

const sample = { settings: { model: 'test-provider:sample/sample' } } as const;
const steady = { extensions: ['steady'], settings: { model: 'steady:steady/steady' } } as const;

test('a model is chosen by keyboard alone, and stays chosen', async ({ launch }) => {
  const { page, userData } = await launch({ ...sample, extensions: ['steady'] });
  const panel = panelOf(page);
  const picker = panel.root.getByRole('dialog', { name: 'Choose a model' });
  const search = panel.root.getByRole('combobox', { name: 'Search models' });
  const active = panel.root.getByRole('option', { selected: true });
  await hostPid(page, 'Steady extension');
  await panel.model.focus();
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await expect(panel.root.getByRole('option', { name: 'Steady' })).toBeVisible();
  await expect(active).toHaveAccessibleName(/Sample/);
  await page.keyboard.press('ArrowDown');
  await expect(active).not.toHaveAccessibleName(/Sample/);
  await page.keyboard.press('ArrowUp');
  await expect(active).toHaveAccessibleName(/Sample/);
  await page.keyboard.type('zzz');
  await expect(picker).toContainText('No model has “zzz” in its name.');
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(panel.model).toBeFocused();
  await expect(panel.model).toHaveAccessibleName('Model: Sample');

  await page.keyboard.press('Enter');
  await page.keyboard.type('stead');
  await expect(panel.root.getByRole('option')).toHaveText([/^Steady/]);
  await page.keyboard.press('Enter');
  await expect(panel.model).toHaveAccessibleName('Model: Steady');
  await expect(panel.model).toBeFocused();
  await expect
    .poll(async () => JSON.parse(await readFile(join(userData, 'settings.json'), 'utf8')).model)
    .toBe('steady:steady/steady');
});

test('the composer keeps what was typed until it is sent, and the conversation stays', async ({ launch }) => {
  const first = await launch({ extensions: ['steady'], settings: { model: 'nobody:none/none' } });
  const { page, userData } = first;
  const panel = panelOf(page);

  await test.step('text that cannot be sent stays, with the reason', async () => {
    await panel.composer.pressSequentially('one line');
    await panel.composer.press('Shift+Enter');
    await panel.composer.pressSequentially('Say 12 words');
    await panel.composer.press('Enter');
    await expect(panel.root.getByRole('alert')).toContainText('“nobody:none” is not installed or not enabled.');
    await panel.expectDraft('one line\nSay 12 words');
    await expect(panel.turns).toHaveCount(0);
  });
  await test.step('with a model it goes, and what is sent while it is answered waits for its turn', async () => {
    await panel.choose('steady');
    await expect(panel.model).toHaveAccessibleName('Model: Steady');
    await panel.composer.press('Enter');
    await panel.expectDraft('');
    await expect(panel.lastTurn).toContainText('word-1');
    await panel.composer.fill('Say 2 words');
    await panel.composer.press('Enter');
    await panel.expectDraft('');
    await expect(panel.root.getByRole('region', { name: 'Queued messages' })).toContainText('Say 2 words');
    await expect(panel.turns).toHaveCount(1);
    await expect(panel.turns).toHaveCount(2);
    await panel.ended();
    await expect(panel.lastTurn).toContainText('word-2');
    expect(await promptsOnDisk(userData)).toEqual(['one line\nSay 12 words', 'Say 2 words']);
  });
  await test.step('it is all there after a kill, with what was being written', async () => {
    await panel.composer.pressSequentially('Half a sen');
    await page.waitForTimeout(500);
    const { app } = first;
    const gone = once(app.process(), 'exit');
    app.process().kill('SIGKILL');
    await gone;
    const again = panelOf((await first.relaunch()).page);
    await again.expectDraft('Half a sen');
    await expect(again.turns).toHaveCount(2);
    await expect(again.turns.first()).toContainText('one line\nSay 12 words');
    await expect(again.turns.first()).toContainText(/word-1 .*word-12/);
    await expect(again.lastTurn).toContainText('word-1 word-2');
    await again.root.getByRole('button', { name: 'New thread' }).click();
    await expect(again.turns).toHaveCount(0);
    await expect(again.root.getByRole('heading', { name: 'Ask about this project' })).toBeVisible();
    await expect(again.composer).toBeFocused();
    expect(await promptsOnDisk(userData)).toEqual(['one line\nSay 12 words', 'Say 2 words']);
  });
});

test('a prompt that is sent while the models are still starting waits for them and is answered', async ({ launch }) => {
  const { app, page } = await launch();
  const panel = panelOf(page);
  const main = await app.evaluate(() => process.pid);
  const release = await holdHosts(main);
  try {
    await panel.composer.fill('Greet me');
    await expect(panel.model).toHaveAccessibleName('Model: Choose a model');
    await panel.composer.press('Enter');
    await expect(panel.root.getByText('Sent when a model is chosen.')).toBeVisible();
    await panel.expectDraft('Greet me');
  } finally {
    release();
  }
  await expect(panel.lastTurn).toContainText('Hello, world!');
  await expect(panel.model).toHaveAccessibleName('Model: Sample');
  await panel.expectDraft('');
  await expect(panel.turns).toHaveCount(1);
});

test('a window that is loaded anew shows the answer once, and all that is still open', async ({ launch }) => {
  const { page } = await launch({ ...steady, extensions: ['steady', 'asking'] });
  const panel = panelOf(page);
  const notice = page.getByRole('main').getByText(/ stopped \(it was ended by SIGKILL\)/);

  await test.step('an answer on its way, notices and hosts', async () => {
    process.kill(await hostPid(page, 'Test provider'), 'SIGKILL');
    await expect(notice).toContainText('It is running again.');
    await panel.ask('Say 25 words');
    await expect(panel.lastTurn).toContainText('word-5');
    await page.reload();
    await expect(panel.lastTurn).toContainText('word-25');
    await panel.ended();
    await expect(panel.turns).toHaveCount(1);
    const words = (await panel.lastTurn.textContent())?.match(/word-\d+/g);
    expect(words).toEqual(Array.from({ length: 25 }, (_, index) => `word-${index + 1}`));
    await expect(notice).toContainText('It is running again.');
    await expect(page.getByRole('button', { name: 'Extensions: running' })).toBeVisible();
    await hostPid(page, 'Steady extension');
  });
  await test.step('a question for a key', async () => {
    const dialog = page.getByRole('dialog', { name: 'Asking model needs a key' });
    await panel.choose('asking');
    await expect(panel.model).toHaveAccessibleName('Model: Asking');
    await panel.ask('Ask me');
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(panel.lastTurn.getByText('false', { exact: true })).toBeVisible();
    await page.reload();
    await expect(panel.lastTurn.getByText('false', { exact: true })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
});

test('who has scrolled up stays there while the answer grows, and gets back with one button', async ({ launch }) => {
  const { page } = await launch(sample);
  const panel = panelOf(page);
  const conversation = panel.root.getByRole('region', { name: 'Conversation' });
  const jump = panel.root.getByRole('button', { name: 'Jump to latest' });
  const distanceToEnd = () =>
    conversation.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  await panel.ask('Show me markdown');
  await panel.ended();
  await expect.poll(distanceToEnd).toBeLessThan(2);
  await expect(jump).toHaveCount(0);

  await panel.ask('Greet me slowly');
  await expect(panel.lastTurn).toContainText('This answer comes');
  await expect.poll(distanceToEnd).toBeLessThan(2);
  await conversation.hover();
  await page.mouse.wheel(0, -400);
  await expect(jump).toBeVisible();
  const heading = panel.turns.first().getByRole('heading', { name: 'A table' });
  const place = await heading.boundingBox();
  await expect(panel.lastTurn).toContainText('to type in the editor');
  expect(await heading.boundingBox()).toEqual(place);

  await jump.click();
  await expect(jump).toHaveCount(0);
  await expect.poll(distanceToEnd).toBeLessThan(2);
  await panel.ended();
  await expect.poll(distanceToEnd).toBeLessThan(2);
});

/** The prompts in the files of the threads. */
async function promptsOnDisk(userData: string): Promise<string[]> {
  const folder = join(userData, 'threads');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n').filter(Boolean));
  return lines.map((line) => JSON.parse(line)).flatMap(({ kind, text }) => (kind === 'prompt' ? [text] : []));
}

/** Stops every extension host as it comes; resolves when there is one. @returns the undo */
async function holdHosts(main: number): Promise<() => void> {
  const held = new Set<number>();
  const hold = () => {
    for (const pid of hostProcessesOf(main)) {
      if (held.has(pid)) continue;
      held.add(pid);
      signal(pid, 'SIGSTOP');
    }
  };
  const timer = setInterval(hold, 5);
  await expect.poll(() => held.size).toBeGreaterThan(0);
  return () => {
    clearInterval(timer);
    for (const pid of held) signal(pid, 'SIGCONT');
  };
}

/** A page’s first process may be replaced by another, and ends. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
