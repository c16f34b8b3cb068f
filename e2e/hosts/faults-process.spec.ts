import { type Drill, expect, type Faulty, faulty, test } from '../support/hosts/fault-drill.ts';
import { isAlive } from '../support/processes/processes.ts';

/** Host processes that end or hang, while a person types. */

test('a process that ends in mid-answer takes no key and no word with it', { tag: '@soak' }, async ({ drill }) => {
  test.setTimeout(600_000);
  const outrigger = await drill({ kill: 'js', segfault: 'js', crash: 'js', leak: 'js' });
  await test.step('by kill -9', () => endInAnswer(outrigger, 'kill', 'it was ended by SIGKILL', byKill('SIGKILL')));
  await test.step('by a native crash', () =>
    endInAnswer(outrigger, 'segfault', 'it was ended by SIGSEGV', byKill('SIGSEGV')));
  await test.step('by a native crash of its own doing', () =>
    endInAnswer(outrigger, 'crash', /it was ended by SIGABRT|it ended with code 6/, byCommand('crash')));
  await test.step('out of memory', () =>
    endInAnswer(outrigger, 'leak', 'it ran out of memory', byCommand('leak'), { lines: 2 }));
});

test('a worker that ends in mid-answer takes no key and no word with it', async ({ drill }) => {
  test.setTimeout(600_000);
  const outrigger = await drill({ kill: 'worker' });
  await endInAnswer(outrigger, 'kill', 'it was ended by SIGKILL', byKill('SIGKILL'));
});

test('a worker that runs out of memory in mid-answer takes no key and no word with it', {
  tag: '@soak',
}, async ({ drill }) => {
  test.setTimeout(600_000);
  const outrigger = await drill({ leak: 'worker' });
  await endInAnswer(outrigger, 'leak', 'it ran out of memory', byCommand('leak'), { lines: 2 });
});

test('a process in a busy loop takes no key with it, and its Restart mends it', { tag: '@soak' }, async ({ drill }) => {
  test.setTimeout(600_000);
  await loopWithoutEnd(await drill({ spin: 'js' }), faulty('spin'));
});

test('a worker in a busy loop slows no key down, and its Restart mends it', { tag: '@soak' }, async ({ drill }) => {
  test.setTimeout(600_000);
  await loopWithoutEnd(await drill({ whirl: 'worker' }), faulty('whirl'));
});

type End = (outrigger: Drill, extension: Faulty) => Promise<unknown>;

const byKill =
  (signal: NodeJS.Signals): End =>
  async ({ pidOf }, extension) =>
    process.kill(await pidOf(extension), signal);
const byCommand =
  (id: string): End =>
  ({ command }, extension) =>
    command(extension, id);

/** Checks that the reason is shown, the answer keeps its text, and the extension is restarted in another process. */
async function endInAnswer(
  outrigger: Drill,
  name: string,
  reason: string | RegExp,
  end: End,
  { lines = 1 } = {},
): Promise<void> {
  const { endure, answering, wordCount, panel, pidOf, command, page } = outrigger;
  const extension = faulty(name);
  let pid = 0;
  await endure({
    async before() {
      // A restart by the person resets the count of crashes.
      if (pid !== 0) await page.evaluate((hostId) => window.outrigger.hosts.restart(hostId), extension.id);
      await answering(extension);
      pid = await pidOf(extension);
    },
    start: () => end(outrigger, extension),
    lines,
    async after() {
      await expect(panel.failure).toContainText(reason, { timeout: 60_000 });
      await expect(panel.failure).toContainText('Your message and the answer so far are kept.');
      expect(await wordCount()).toBeGreaterThanOrEqual(3);
      expect(isAlive(pid)).toBe(false);
      expect(await pidOf(extension)).not.toBe(pid);
      expect(await command(extension, 'answer')).toBe('');
    },
  });
}

async function loopWithoutEnd(
  { endure, command, pidOf, othersAnswering, othersWentOn, page }: Drill,
  extension: Faulty,
) {
  let pid = 0;
  await endure({
    async before() {
      pid = await pidOf(extension);
      await othersAnswering();
    },
    start: () => command(extension, 'spin'),
    // One line until the hang is noticed, and one while it is examined.
    lines: 2,
    async after() {
      await othersWentOn();
      const notices = page.getByRole('status').locator('section');
      const notice = notices.filter({ hasText: `${extension.name} is not responding` });
      await expect(notice).toContainText('The editor is not affected.');
      expect(isAlive(pid)).toBe(true);
      await notice.getByRole('button', { name: 'Restart' }).click();
      await expect(notice).toHaveCount(0);
      expect(await pidOf(extension)).not.toBe(pid);
      await expect.poll(() => isAlive(pid)).toBe(false);
      expect(await command(extension, 'answer')).toBe('');
    },
  });
}
