import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { startProviderServer } from '../servers/provider-server.ts';
import { hostPid, withHosts } from '../support/hosts/hosts.ts';
import '../support/views/page-api.ts';
import { endOf } from '../support/processes/end-of-app.ts';
import { ancestorsOf, environmentOf, hostProcessesOf, isAlive, startedAt } from '../support/processes/processes.ts';
import { type Panel, panelOf } from '../support/views/panel.ts';

const steady = { extensions: ['steady'], settings: { model: 'steady:steady/steady' } } as const;
const project = { 'notes.txt': 'first line\n' };

test('an extension runs in a process of its own that sees nothing of the shell’s secrets', async ({ launch }) => {
  const canary = 'canary-7f3a9c';
  const running = await launch({
    ...steady,
    extensions: ['steady', 'sleeping'],
    env: { OPENAI_API_KEY: canary, OUTRIGGER_TEST_SECRET: canary },
  });
  const { app, page } = running;
  const main = await app.evaluate(() => process.pid);
  const pids = [await hostPid(page, 'Steady extension'), await hostPid(page, 'Test provider')];

  await test.step('the list names every host process there is', async () => {
    expect(hostProcessesOf(main).toSorted()).toEqual(pids.toSorted());
  });
  await test.step('each is a child of the app, and not the app', async () => {
    for (const pid of pids) {
      expect(pid).not.toBe(main);
      expect(ancestorsOf(pid)).toContain(main);
    }
  });
  await test.step('its environment holds what a program needs and no secret', async () => {
    expect(await app.evaluate(() => process.env.OPENAI_API_KEY)).toBe(canary);
    // Not of a bundled extension: those run in a worker, which has no environment.
    const environment = environmentOf(pids[0] ?? 0);
    expect(environment.get('PATH')).toBe(process.env.PATH);
    expect([...environment].flat().join('\n')).not.toContain(canary);
    expect(environment.has('OPENAI_API_KEY')).toBe(false);
  });
  await test.step('none was started before the editor could be typed into', async () => {
    const editableAt = await page.evaluate(
      () => performance.timeOrigin + (performance.getEntriesByName('outrigger:editable')[0]?.startTime ?? 0),
    );
    for (const pid of pids) expect(startedAt(pid)).toBeGreaterThan(editableAt - 30);
  });
  await test.step('an extension that nothing needs has no process', async () => {
    await withHosts(page, ({ dialog }) => expect(dialog.getByText('Sleeping extension')).toHaveCount(0));
  });
  await test.step('closing the window leaves no process behind', async () => {
    const close = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await endOf(running, close)).toBe(0);
  });
});

test('a host that is killed in mid-answer costs no word, comes back by itself, and Retry answers', async ({
  launch,
}) => {
  test.slow();
  const { page } = await launch({ ...steady, project, file: 'notes.txt' });
  const panel = panelOf(page);
  const kept = /What you typed and the answers so far are kept/;

  await test.step('the answer so far and everything that was typed stay', async () => {
    await page.keyboard.type('typed before ');
    await panel.ask('Say 25 words, 15 at a time');
    await expect(panel.lastTurn).toContainText('word-15');
    await panel.composer.fill('a half-written question');
    const pid = await hostPid(page, 'Steady extension');
    process.kill(pid, 'SIGKILL');
    // The notice disappears after a while.
    await expect(noticeOf(page, /^The extension Steady extension stopped.* It is running again\.$/)).toContainText(
      kept,
    );

    await expect(panel.failure).toContainText('The extension Steady extension stopped (it was ended by SIGKILL).');
    await expect(panel.failure).toContainText('Your message and the answer so far are kept.');
    await expect.poll(() => wordsOf(panel)).toEqual(firstWords(15));
    await panel.expectDraft('a half-written question');
    await expect(page.getByRole('textbox', { name: 'notes.txt' })).toContainText('typed before first line');

    expect(isAlive(pid)).toBe(false);
    await otherHostPid(page, 'Steady extension', pid);
  });

  await test.step('Retry gives a full answer and keeps the broken one', async () => {
    await panel.retry.click();
    await expect(panel.failure).toHaveCount(0);
    await expect.poll(() => wordsOf(panel)).toEqual(firstWords(15));
    await continueAnswer(page);
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
    await expect.poll(() => wordsOf(panel)).toEqual(firstWords(25));
    const earlier = panel.lastTurn.getByText('Earlier answer of Steady');
    await earlier.click();
    await expect(panel.lastTurn.getByText(/word-1 .*word-15/).first()).toBeVisible();
  });

  await test.step('after the third time in five minutes it stays off, and the list says so before all others', async () => {
    await panel.ask('Say 25 words, 15 at a time');
    await expect(panel.lastTurn).toContainText('word-15');
    const second = await hostPid(page, 'Steady extension');
    process.kill(second, 'SIGKILL');
    process.kill(await otherHostPid(page, 'Steady extension', second), 'SIGKILL');
    const notice = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: 'Steady extension stopped 3 times in 5 minutes' });
    await expect(notice.getByRole('button', { name: 'Restart' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Extensions: running, 1 failed' })).toBeVisible();
    await withHosts(page, async ({ dialog }) => {
      const first = dialog.getByRole('listitem').first();
      await expect(first).toContainText(/Steady extension.*stays off/);
      await expect(first.getByRole('button', { name: 'Restart' })).toBeVisible();
      await first.getByRole('button', { name: 'Show log' }).click();
      await expect(dialog.getByRole('log')).toContainText('stopped: it was ended by SIGKILL');
    });
  });

  await test.step('Retry starts it again, and it answers', async () => {
    await panel.retry.click();
    await expect(panel.failure).toHaveCount(0);
    await expect.poll(() => wordsOf(panel)).toEqual(firstWords(15));
    await continueAnswer(page);
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
    await expect(noticeOf(page, /Steady extension stopped 3 times/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Extensions: running', exact: true })).toBeVisible();
  });
});

test('a crash of one host leaves the answer of an extension in another untouched', { tag: '@soak' }, async ({
  launch,
}) => {
  const { page } = await launch(steady);
  const panel = panelOf(page);
  const bundled = await hostPid(page, 'Test provider');
  const own = await hostPid(page, 'Steady extension');
  await panel.ask('Say 20 words, 10 at a time');
  await expect(panel.lastTurn).toContainText('word-10');
  process.kill(bundled, 'SIGKILL');
  await expect(noticeOf(page, / stopped \(it was ended by SIGKILL\)/)).toBeVisible();
  await continueAnswer(page);
  await panel.ended();
  await expect(panel.failure).toHaveCount(0);
  await expect.poll(() => wordsOf(panel)).toEqual(firstWords(20));
  expect(await hostPid(page, 'Steady extension')).toBe(own);
});

test('after a crash of their shared host the bundled extensions come back each in a host of its own', {
  tag: '@soak',
}, async ({ launch }) => {
  const server = await startProviderServer(chatCompletions);
  // The answer stops in its middle.
  server.setPace({ before: (part) => (part.includes('world!') ? new Promise(() => {}) : undefined) });
  const { page } = await launch({
    settings: {
      model: 'openai-compatible:openai-compatible/tiny',
      extensions: { 'openai-compatible': { base_url: server.url } },
    },
  });
  const panel = panelOf(page);
  await panel.ask('Greet me');
  await expect(panel.lastTurn).toContainText('Hello,');
  const shared = await hostPid(page, 'Test provider');
  expect(await hostPid(page, 'OpenAI-compatible')).toBe(shared);
  process.kill(shared, 'SIGKILL');
  // Only the extension that was busy is named.
  await expect(noticeOf(page, /^The extension OpenAI-compatible stopped/)).toBeVisible();
  await expect(panel.failure).toContainText('The extension OpenAI-compatible stopped');
  await expect(panel.lastTurn).toContainText('Hello,');

  const apart = [
    await otherHostPid(page, 'Test provider', shared),
    await otherHostPid(page, 'OpenAI-compatible', shared),
  ];
  expect(new Set(apart).size).toBe(2);
  // All extensions of the host, one by one.
  await withHosts(page, ({ dialog }) => expect(dialog.getByRole('listitem')).toHaveCount(6));

  server.setPace({});
  await panel.retry.click();
  await expect(panel.failure).toHaveCount(0);
  await panel.ended();
  await expect(panel.lastTurn.getByText('Hello, world!', { exact: true })).toBeVisible();
  await expect(panel.failure).toHaveCount(0);
  await server.close();
});

test('while an extension hangs the editor goes on, and its Restart mends it', async ({ launch }) => {
  const { page, project: folder } = await launch({
    extensions: ['hanging'],
    settings: { model: 'hanging:hanging/hanging' },
    patience: 1,
    project,
    file: 'notes.txt',
  });
  const panel = panelOf(page);
  const pid = await hostPid(page, 'Hanging extension');
  await panel.ask('Please hang');
  await expect(panel.lastTurn).toContainText('Some text before the loop.');
  const notice = page.getByRole('status').locator('section').filter({ hasText: 'Hanging extension is not responding' });

  // The latency of keys is measured in faults-process.spec.ts, where nothing else runs.
  await test.step('what is typed meanwhile arrives, and is saved', async () => {
    const editor = page.getByRole('textbox', { name: 'notes.txt' });
    await editor.click();
    await expect(editor).toBeFocused();
    await page.keyboard.press('Control+End');
    const typed = 'fifty characters typed while an extension hangs ok';
    await page.keyboard.type(typed);
    await expect(editor).toContainText(typed);
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFile(join(folder, 'notes.txt'), 'utf8')).toBe(`first line\n${typed}`);
    await expect(editor).toBeFocused();
  });

  await test.step('a notice names the extension after three seconds', async () => {
    await expect(notice).toContainText(/For ([3-9]|\d\d) s/, { timeout: 60_000 });
    await expect(notice).toContainText('The editor is not affected.');
    await expect(page.getByRole('button', { name: 'Extensions: not responding' })).toBeVisible();
    expect(isAlive(pid)).toBe(true);
  });

  await test.step('Restart ends the loop, keeps the text, and the extension answers again', async () => {
    await notice.getByRole('button', { name: 'Restart' }).click();
    await expect(panel.failure).toContainText('Hanging extension stopped');
    await expect(panel.lastTurn).toContainText('Some text before the loop.');
    await otherHostPid(page, 'Hanging extension', pid);
    await expect.poll(() => isAlive(pid)).toBe(false);
    await expect(notice).toHaveCount(0);
    await panel.ask('Answer me');
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
    await expect(panel.lastTurn).toContainText('Some text before the loop.');
  });
});

test('an extension that would end its host is kept from it and off until a person wants it, and its words are kept', async ({
  launch,
}) => {
  const { page } = await launch({ extensions: ['crashing'], settings: { model: 'crashing:crashing/crashing' } });
  const panel = panelOf(page);
  const fails = async (prompt: string, call: string) => {
    await panel.ask(prompt);
    await expect(panel.failure).toContainText(`The extension Crashing extension called ${call}`);
    await expect(panel.lastTurn).toContainText('Some text before the end.');
  };
  const notice = page.getByRole('main').locator('section').filter({ hasText: 'Crashing extension called' });

  await test.step('the notice starts it again', async () => {
    await fails('Please exit', 'process.exit(3)');
    await notice.getByRole('button', { name: 'Restart' }).click();
    await expect(notice).toHaveCount(0);
  });
  await test.step('the list behind the status bar has it first', async () => {
    await fails('Please crash', 'process.abort()');
    await expect(page.getByRole('button', { name: 'Extensions: running, 1 failed' })).toBeVisible();
    await withHosts(page, async ({ dialog }) => {
      const first = dialog.getByRole('listitem').first();
      await expect(first).toContainText(/Crashing extension.*process\.abort\(\)/);
      await first.getByRole('button', { name: 'Restart' }).click();
      await expect(first).not.toContainText('process.abort()');
    });
  });
  await test.step('the next prompt does too, and tells what came of it', async () => {
    await fails('Please crash once more', 'process.abort()');
    await fails('Please exit once more', 'process.exit(3)');
    await panel.ask('Answer me');
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
    await expect(panel.lastTurn).toContainText('Some text before the end.');
    await expect(notice).toHaveCount(0);
  });
});

test('an extension that fails to start, or has a bad manifest, says so and stops no other', async ({ launch }) => {
  const { page, userData } = await launch({
    extensions: ['throwing', 'bad-toml', 'bad-field', 'steady'],
    settings: { model: 'steady:steady/steady' },
  });
  const panel = panelOf(page);

  await test.step('bad manifests are listed with file, line and reason', async () => {
    const left = noticeOf(page, /^Could not load extension: /);
    await expect(left.filter({ hasText: /bad-toml\/extension\.toml:2: \S/ })).toBeVisible();
    await expect(left.filter({ hasText: /bad-field\/extension\.toml:7: "runtime\.kind": / })).toBeVisible();
    await expect
      .poll(() => readFile(join(userData, 'logs', 'extensions.log'), 'utf8'))
      .toMatch(/bad-toml\/extension\.toml:2: [\s\S]*bad-field\/extension\.toml:7: /);
  });

  await test.step('the others work', async () => {
    await panel.ask('Say 2 words');
    await expect(panel.lastTurn).toContainText('word-1 word-2');
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
  });

  await test.step('the failed activation is shown where the extension is chosen and used', async () => {
    await panel.model.click();
    const group = panel.root.getByRole('group', { name: /Throwing model/ });
    await expect(group).toContainText('This extension throws when it is activated.');
    await page.keyboard.press('Escape');
    await panel.choose('throwing');
    const problem = panel.root.getByRole('alert');
    await expect(problem).toContainText('Throwing extension failed: This extension throws when it is activated.');
    await expect(panel.model).toHaveAccessibleName('Model: Steady');
  });
});

/** The process of an extension after its host was replaced. */
async function otherHostPid(page: Page, extensionName: string, before: number): Promise<number> {
  let pid = before;
  const find = async () => {
    pid = await hostPid(page, extensionName);
    return pid;
  };
  await expect.poll(find, { timeout: 60_000 }).not.toBe(before);
  return pid;
}

/** Continues the answer of the steady model. */
const continueAnswer = (page: Page) => page.evaluate(() => window.outrigger.extensions.runCommand('steady', 'go-on'));

/** A notice above the status bar. */
const noticeOf = (page: Page, text: RegExp): Locator => page.getByRole('main').getByText(text);

/** The visible words of the last answer. */
async function wordsOf({ lastTurn }: Panel): Promise<string[]> {
  const paragraphs = await lastTurn.getByRole('paragraph').filter({ visible: true }).allTextContents();
  return paragraphs.join(' ').match(/word-\d+/g) ?? [];
}

const firstWords = (count: number): string[] => Array.from({ length: count }, (_, index) => `word-${index + 1}`);
