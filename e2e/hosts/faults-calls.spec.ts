import { expect, faulty, test } from '../support/hosts/fault-drill.ts';
import { endOf } from '../support/processes/end-of-app.ts';
import { isAlive } from '../support/processes/processes.ts';

/** Calls that fail or never settle, and extensions replaced during calls, while a person types. */

test('whatever an extension does in a call, no key is lost and nobody else notices', { tag: '@soak' }, async ({
  drill,
}) => {
  test.setTimeout(600_000);
  const kinds = { stall: 'js', forget: 'js', linger: 'js', reload: 'js' } as const;
  const { endure, command, answering, wordCount, othersAnswering, othersWentOn, logOf, pidOf, panel, page } =
    await drill(kinds, { extensions: ['throwing'] });

  await test.step('“next” never settles', () =>
    endure({
      before: () => answering(faulty('stall'), 'Please stall'),
      start: () => undefined,
      async after() {
        await panel.stop.click();
        await panel.ended();
        expect(await wordCount()).toBe(3);
        expect(await command(faulty('stall'), 'answer')).toBe('');
      },
    }));

  await test.step('an error and a rejection that nobody waits for', async () => {
    const pid = await pidOf(faulty('forget'));
    await endure({
      before: othersAnswering,
      start: () => command(faulty('forget'), 'forget'),
      async after() {
        await othersWentOn();
        await expect
          .poll(() => logOf(faulty('forget')))
          .toMatch(/Unhandled rejection in an extension: Error: a rejection/);
        await expect.poll(() => logOf(faulty('forget'))).toMatch(/Uncaught exception in an extension: Error: an error/);
        expect(await command(faulty('forget'), 'answer')).toBe('');
        expect(await pidOf(faulty('forget'))).toBe(pid);
      },
    });
  });

  await test.step('a throw in activate', async () => {
    let failure: Promise<string> = Promise.resolve('');
    const reload = async () => {
      const result = await window.outrigger.extensions.reload('throwing');
      return result.ok ? '' : result.failure.message;
    };
    await endure({
      before: othersAnswering,
      start() {
        failure = page.evaluate(reload);
      },
      async after() {
        await othersWentOn();
        expect(await failure).toBe('Throwing extension failed: This extension throws when it is activated.');
      },
    });
  });

  await test.step('a deactivate that never finishes', async () => {
    const setEnabled = (isEnabled: boolean) =>
      page.evaluate(([extensionId, enabled]) => window.outrigger.extensions.setEnabled(extensionId, enabled), [
        faulty('linger').id,
        isEnabled,
      ] as const);
    let pid = 0;
    await endure({
      async before() {
        pid = await pidOf(faulty('linger'));
        expect(await command(faulty('linger'), 'linger')).toBe('');
        await othersAnswering();
      },
      start: () => setEnabled(false),
      lines: 2,
      async after() {
        await othersWentOn();
        await expect.poll(() => isAlive(pid)).toBe(false);
        await setEnabled(true);
        expect(await command(faulty('linger'), 'answer')).toBe('');
      },
    });
  });

  await test.step('a reload in mid-stream', async () => {
    let pid = 0;
    await endure({
      async before() {
        pid = await pidOf(faulty('reload'));
        await answering(faulty('reload'), 'Say 20 words');
      },
      start: () => page.evaluate((id) => window.outrigger.extensions.reload(id), faulty('reload').id),
      async after() {
        await panel.ended();
        await expect(panel.failure).toHaveCount(0);
        expect(await wordCount()).toBe(20);
        expect(await pidOf(faulty('reload'))).not.toBe(pid);
        await expect.poll(() => isAlive(pid)).toBe(false);
        expect(await command(faulty('reload'), 'answer')).toBe('');
      },
    });
  });
});

test('a deactivate that hangs holds up a quit for three seconds, and leaves no process behind', {
  tag: '@soak',
}, async ({ drill }) => {
  const outrigger = await drill({ linger: 'js', loop: 'js', whirl: 'worker' });
  expect(await outrigger.command(faulty('linger'), 'linger')).toBe('');
  expect(await outrigger.command(faulty('loop'), 'linger-busily')).toBe('');
  expect(await outrigger.command(faulty('whirl'), 'linger-busily')).toBe('');
  const started = performance.now();
  expect(await endOf(outrigger, () => outrigger.app.evaluate(({ app }) => app.quit()))).toBe(0);
  const took = performance.now() - started;
  expect(took).toBeGreaterThan(2_900);
  // In sequence they would take nine seconds.
  expect(took).toBeLessThan(8_900);
});
