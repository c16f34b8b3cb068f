import { type Drill, expect, type Faulty, faulty, test } from './support/fault-drill.ts';
import { isAlive } from './support/processes.ts';

/** A process that ends, or does not turn any more, while a person types. */

test('an extension’s process ends in mid-answer', async ({ drill }) => {
  const outrigger = await drill({ kill: 'js', segfault: 'js', crash: 'js' });
  await test.step('by kill -9', () => endInAnswer(outrigger, faulty('kill'), /it was ended by SIGKILL/, byKill('SIGKILL')));
  await test.step('by a native crash', () =>
    endInAnswer(outrigger, faulty('segfault'), /it was ended by SIGSEGV/, byKill('SIGSEGV')));
  await test.step('by a native crash that it causes itself', () =>
    endInAnswer(outrigger, faulty('crash'), /it was ended by SIGABRT|it ended with code 6/, byCommand('crash')));
});

test('an extension runs out of memory', async ({ drill }) => {
  await endInAnswer(await drill({ leak: 'js' }), faulty('leak'), /it ran out of memory/, byCommand('leak'), 2);
});

test('an extension in a worker is killed or runs out of memory', async ({ drill }) => {
  const outrigger = await drill({ kill: 'worker', leak: 'worker' });
  await test.step('killed', () => endInAnswer(outrigger, faulty('kill'), /it was ended by SIGKILL/, byKill('SIGKILL')));
  await test.step('out of memory', () => endInAnswer(outrigger, faulty('leak'), /it ran out of memory/, byCommand('leak'), 2));
});

for (const kind of ['js', 'worker'] as const) {
  test(`an extension never comes back from a loop (${kind})`, async ({ drill }) => {
    const { endure, command, pidOf, othersAnswering, notice, page, panel } = await drill({ spin: kind });
    const spinning = faulty('spin');
    expect(await command(spinning, 'answer')).toBe('');
    await endure({
      before: othersAnswering,
      start: () => command(spinning, 'spin'),
      lines: 2,
      async after() {
        const pid = await pidOf(spinning).catch(() => 0);
        const told = page.getByRole('status').locator('section').filter({ hasText: 'Faulty spin has not answered' });
        await expect(told).toContainText('The editor is not affected.');
        // While it loops.
        await expect(panel.lastTurn).toContainText('until its last word.');
        await panel.ended();
        await expect(panel.failure).toHaveCount(0);
        await told.getByRole('button', { name: 'Restart' }).click();
        await expect(told).toHaveCount(0);
        expect(await pidOf(spinning)).not.toBe(pid);
        expect(await command(spinning, 'answer')).toBe('');
      },
    });
    void notice;
  });
}

type Ending = (outrigger: Drill, extension: Faulty) => Promise<unknown>;
const byCommand =
  (id: string): Ending =>
  ({ command }, extension) =>
    command(extension, id);
const byKill =
  (signal: NodeJS.Signals): Ending =>
  async ({ pidOf }, extension) =>
    process.kill(await pidOf(extension), signal);

/** The answer keeps its words, the reason is told, and the extension is back. */
async function endInAnswer(outrigger: Drill, extension: Faulty, reason: RegExp, end: Ending, lines = 1): Promise<void> {
  const { endure, answering, panel, words, pidOf, command } = outrigger;
  let pid = 0;
  await endure({
    async before() {
      await answering(extension);
      pid = await pidOf(extension);
    },
    start: () => end(outrigger, extension),
    lines,
    async after() {
      await expect(panel.failure).toContainText(reason);
      await expect(panel.failure).toContainText('Your message and the answer so far are kept.');
      const said = await words();
      expect(said.length).toBeGreaterThanOrEqual(3);
      expect(said).toEqual(Array.from(said, (_, index) => `word-${index + 1}`));
      expect(isAlive(pid)).toBe(false);
      expect(await pidOf(extension)).not.toBe(pid);
      expect(await command(extension, 'answer')).toBe('');
    },
  });
}
