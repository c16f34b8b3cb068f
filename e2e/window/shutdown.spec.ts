import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { endOf } from '../support/processes/end-of-app.ts';
import { panelOf } from '../support/views/panel.ts';

const sample = { settings: { model: 'test-provider:sample/sample' } } as const;
const steady = { extensions: ['steady'], settings: { model: 'steady:steady/steady' } } as const;
/** The answer stops in its middle. */
const words = 'Say 60 words, 5 at a time';

async function threadsOf(userData: string): Promise<string> {
  const folder = join(userData, 'threads');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl') && name !== 'last-threads.jsonl');
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
}

test('quitting in the middle of an answer leaves no process behind, and settings and thread on disk', async ({
  launch,
}) => {
  const running = await launch(steady);
  const { app, page, userData } = running;
  const panel = panelOf(page);
  await panel.ask(words);
  await expect(panel.lastTurn).toContainText('word-5');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect(page.locator('html')).toHaveCSS('color-scheme', /dark/);

  expect(await endOf(running, () => app.evaluate(({ app: electron }) => electron.quit()))).toBe(0);
  const kept = async (name: string) => JSON.parse(await readFile(join(userData, name), 'utf8'));
  expect(await kept('settings.json')).toMatchObject({ theme: 'dark' });
  expect(await kept('state.json')).toMatchObject({ model: 'steady:steady/steady' });
  const thread = await threadsOf(userData);
  expect(thread).toContain(words);
  expect(thread).toContain('word-5');
});

test('SIGTERM ends the app as a quit does', { tag: '@soak' }, async ({ launch }) => {
  const running = await launch(steady);
  const { app, page, userData } = running;
  const panel = panelOf(page);
  await panel.ask(words);
  await expect(panel.lastTurn).toContainText('word-5');
  await page.keyboard.press('ControlOrMeta+B');
  await expect(page.getByRole('tree')).toBeHidden();

  expect(await endOf(running, () => app.process().kill('SIGTERM'))).toBe(0);
  const state = await readFile(join(userData, 'state.json'), 'utf8');
  expect(state).toContain('"treeVisible": false');
  expect(await threadsOf(userData)).toContain('word-5');
});

test('an app that is killed takes its hosts along', { tag: '@soak' }, async ({ launch }) => {
  const running = await launch(sample);
  await hostPid(running.page, 'Test provider');
  expect(await endOf(running, () => running.app.process().kill('SIGKILL'))).toBe('SIGKILL');
});
