import { expect, faulty, test } from './support/fault-drill.ts';

/** Extensions that send too much, nonsense, or nothing any more, while a person types. */

test('what an extension sends costs no key, and nobody else notices', async ({ drill }) => {
  test.setTimeout(120_000);
  const kinds = { flood: 'js', deluge: 'worker', big: 'js', garble: 'js', close: 'js' } as const;
  const { endure, command, answering, wordCount, othersAnswering, othersWentOn, logOf, panel, page } =
    await drill(kinds);

  for (const name of ['flood', 'deluge']) {
    await test.step(`100,000 notifications in a second from a ${kinds[name as 'flood']}`, () =>
      endure({
        before: othersAnswering,
        start: () => command(faulty(name), 'flood'),
        async after() {
          await othersWentOn();
          // As many as anyone reads are kept.
          await expect.poll(() => logOf(faulty(name))).toMatch(/… [\d,]{4,} lines were dropped/);
          expect((await logOf(faulty(name))).split('\n').length).toBeLessThanOrEqual(1000);
          expect(await command(faulty(name), 'answer')).toBe('');
        },
      }));
  }

  await test.step('a reply of 200 MB', async () => {
    let failure: Promise<string> = Promise.resolve('');
    await endure({
      start() {
        failure = page.evaluate(async (extensionId) => {
          const { agent } = window.outrigger;
          const result = await agent.runSlashCommand((await agent.thread()).id, extensionId, 'big', '');
          return result.ok ? '' : result.failure.message;
        }, faulty('big').id);
      },
      async after() {
        expect(await failure).toBe('/big of Faulty big gave neither a prompt nor a reply. Your text is kept.');
        expect(await command(faulty('big'), 'collect')).toBe('');
      },
    });
  });

  await test.step('10,000 messages of random shape', () =>
    endure({
      before: othersAnswering,
      start: () => command(faulty('garble'), 'garble'),
      async after() {
        await othersWentOn();
        const running = await page.evaluate(() => window.outrigger.extensions.running());
        const garbling = running.find(({ extensionId }) => extensionId === faulty('garble').id);
        expect(garbling?.badMessages).toBeGreaterThan(5_000);
        expect(await logOf(faulty('garble'))).toMatch(/sent a message that was dropped: not a batch of messages/);
        expect(await command(faulty('garble'), 'answer')).toBe('');
      },
    }));

  await test.step('a port that is closed in mid-call', async () => {
    let failure: Promise<string> = Promise.resolve('');
    await endure({
      before: () => answering(faulty('close')),
      start() {
        failure = command(faulty('close'), 'close-port');
      },
      async after() {
        expect(await failure).toContain('closed the connection');
        await expect(panel.failure).toContainText('closed the connection');
        expect(await wordCount()).toBeGreaterThanOrEqual(3);
        expect(await command(faulty('close'), 'answer')).toBe('');
      },
    });
  });
});
