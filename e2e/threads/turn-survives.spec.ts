import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { isAlive } from '../support/processes/processes.ts';
import { askedOf } from '../support/views/asked.ts';
import { panelOf } from '../support/views/panel.ts';
import { textIn } from '../support/views/text-in.ts';
import { threadsOf } from '../support/views/threads.ts';

/** A turn with tools continues, or reports how it ended, whatever ends around it. */

const settings = { model: 'test-provider:sample/sample' } as const;
const project = {
  'a.txt': 'one\n',
  // It writes its pid, and ends by itself if the test does not end it.
  'tick.sh': 'echo $$ > pid; n=0; while [ $n -lt 3000 ]; do n=$((n+1)); echo "tick $n"; sleep 0.1; done\n',
} as const;
const runTicks = { text: 'I run it.', calls: [{ tool: 'run-command', input: { line: 'sh tick.sh' } }] };
const edit = {
  text: 'I change it.',
  calls: [{ tool: 'edit-file', input: { path: 'a.txt', edits: [{ old: 'one', new: 'two' }] } }],
};
const mayRun = 'May Workspace tools run this command?';
const mayEdit = 'May Workspace tools edit this file?';

test('a command goes on, with what waits behind it, when the window crashes', async ({ launch }) => {
  test.slow();
  const { app, page, userData } = await launch({ settings, project });
  const panel = panelOf(page);
  const asked = askedOf(page);
  const live = panel.lastTurn.getByRole('log', { name: 'Output so far' });
  await asked.play('Run it', runTicks, { text: 'It ran.' });
  await asked.allow(mayRun);
  await expect(live).toContainText('tick 3');
  await panel.composer.fill('Greet me');
  await panel.composer.press('Enter');
  await expect(panel.root.getByRole('region', { name: 'Queued messages' })).toContainText('Greet me');
  await panel.composer.fill('words in hand');
  const reached = Number(/tick (\d+)\s*$/.exec(await live.innerText())?.[1]);
  // The draft is stored when typing pauses.
  const drafts = join(userData, 'threads', 'drafts');
  const named = () => readdir(drafts).catch(() => []);
  const kept = async () => Promise.all((await named()).map((name) => readFile(join(drafts, name), 'utf8')));
  await expect.poll(kept).toEqual(['words in hand']);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  const words = [`tick ${reached + 10}`, 'Greet me', 'words in hand', 'Running a tool'];
  for (const some of words) await expect.poll(() => textIn(app, '#agent-panel'), { timeout: 60_000 }).toContain(some);
});

test('a turn loses no word when the host of its tools or of its model is killed in the middle of a step', {
  tag: '@soak',
}, async ({ launch }) => {
  test.slow();
  const { page, project: folder } = await launch({ settings, project });
  const panel = panelOf(page);
  const asked = askedOf(page);

  await test.step('while a question waits: it is gone, nothing happened, and the model is told', async () => {
    await asked.play('Change it', edit, { text: 'A pity.' });
    await expect(asked.question(mayEdit)).toBeVisible();
    process.kill(await hostPid(page, 'Workspace tools'), 'SIGKILL');
    await expect(panel.lastTurn).toContainText('Its extension stopped.');
    await expect(asked.question(mayEdit)).toHaveCount(0);
    await expect(panel.said('A pity')).toBeVisible();
    await panel.ended();
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one\n');
  });
  await test.step('while a command runs: it ends with it, and what it put out is kept', async () => {
    await asked.play('Run it', runTicks, { text: 'A pity.' });
    await asked.allow(mayRun);
    await expect(panel.lastTurn.getByRole('log', { name: 'Output so far' })).toContainText('tick 3');
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
    expect(isAlive(pid)).toBe(true);
    process.kill(await hostPid(page, 'Workspace tools'), 'SIGKILL');
    await expect(panel.lastTurn).toContainText('Its extension stopped.');
    await expect(panel.said('A pity')).toBeVisible();
    await panel.ended();
    await expect.poll(() => isAlive(pid)).toBe(false);
    await panel.lastTurn.getByText(/^Did not finish/).click();
    await expect(panel.lastTurn).toContainText('tick 3');
  });
  await test.step('of the model, when the tools have run: what was said is kept, and Retry answers', async () => {
    const rest = { text: 'Now the rest, which comes word by word.', growMs: 4000 };
    const pid = await hostPid(page, 'Test provider');
    await asked.play('Read it', { text: 'I read.', calls: [{ tool: 'read-file', input: { path: 'a.txt' } }] }, rest);
    await expect(panel.said('Now the')).toBeVisible();
    process.kill(pid, 'SIGKILL');
    await expect(panel.failure).toContainText('Your message and the answer so far are kept.');
    await expect(panel.said('Now the')).toBeVisible();
    await panel.retry.click();
    await expect(panel.said('Now the rest, which comes word by word')).toBeVisible({ timeout: 60_000 });
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
  });
});

test('two threads that ask when the app ends both say so afterwards, and can be tried again', async ({ open }) => {
  test.slow();
  const first = await open({ settings, project });
  const panel = panelOf(first.page);
  const asked = askedOf(first.page);
  await asked.play('Change it', edit, { text: 'Changed.' });
  await expect(asked.question(mayEdit)).toBeVisible();
  await panel.composer.press('ControlOrMeta+N');
  await expect(panel.turns).toHaveCount(0);
  await asked.play('Run it', { calls: [{ tool: 'run-command', input: { line: 'echo hello' } }] });
  await expect(asked.question(mayRun)).toBeVisible();
  await expect(panel.root.getByText(/^Another thread needs you/)).toContainText('Change it');
  await panel.composer.fill('words in hand');

  const again = await first.relaunch();
  const after = panelOf(again.page);
  const askedAgain = askedOf(again.page);
  const ended = async () => {
    await expect(after.lastTurn).toContainText('It was ended with the app.');
    await expect(after.failure).toContainText('The app was closed');
    await after.retry.click();
  };
  await after.expectDraft('words in hand');
  await ended();
  await askedAgain.allow(mayRun);
  await expect(after.lastTurn).toContainText('Ran echo hello');
  await threadsOf(again.page).open();
  await threadsOf(again.page).row('Change it').getByRole('button').first().click();
  await ended();
  await askedAgain.allow(mayEdit);
  await after.ended();
  await expect(after.said('Changed')).toBeVisible();
  expect(await readFile(join(again.project, 'a.txt'), 'utf8')).toBe('two\n');
});
