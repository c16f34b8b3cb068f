import { type Drill, expect, type Faulty, faulty, test } from '../support/hosts/fault-drill.ts';

/** Extensions that send too much, malformed messages, or nothing any more, while a person types. */

test('whatever an extension sends, no key is lost and nobody else notices', { tag: '@soak' }, async ({ drill }) => {
  test.setTimeout(600_000);
  const outrigger = await drill({ deluge: 'worker', big: 'js', garble: 'js', close: 'js' });
  const { endure, command, answering, wordCount, othersAnswering, othersWentOn, logOf, panel, page } = outrigger;

  await test.step('100,000 notifications in a second from a worker', () => flood(outrigger, faulty('deluge')));

  await test.step('a reply of 200 MB', async () => {
    const problem = async () => {
      const providers = await page.evaluate(() => window.outrigger.agent.providers());
      return providers.find(({ extensionId }) => extensionId === faulty('big').id)?.problem;
    };
    await endure({
      before: othersAnswering,
      start: () => command(faulty('big'), 'big'),
      async after() {
        await expect
          .poll(problem)
          .toMatch(/The result cannot be sent: it has 201 MB, and a message has 64 MB at the most/);
        await othersWentOn();
        expect(await command(faulty('big'), 'collect')).toBe('');
      },
    });
  });

  await test.step('10,000 messages of random shape, of which a hundred in a second end it', () =>
    endure({
      before: othersAnswering,
      start: () => command(faulty('garble'), 'garble'),
      async after() {
        await othersWentOn();
        await expect.poll(() => logOf(faulty('garble'))).toContain('kept sending what is no message, so it was ended');
        expect(await logOf(faulty('garble'))).toMatch(/sent a message that was dropped: not a batch of messages/);
        const notice = page
          .getByRole('alert')
          .filter({ hasText: 'The extension Faulty garble kept sending what is no message' });
        await expect(notice).toContainText('It stays off until you restart it');
        await notice.getByRole('button', { name: 'Restart' }).click();
        await expect.poll(() => command(faulty('garble'), 'answer')).toBe('');
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

test('100,000 notifications in a second from a process slow no key down', { tag: '@soak' }, async ({ drill }) => {
  test.setTimeout(600_000);
  await flood(await drill({ flood: 'js' }), faulty('flood'));
});

const flood = ({ endure, command, othersAnswering, othersWentOn, logOf }: Drill, extension: Faulty): Promise<void> =>
  endure({
    before: othersAnswering,
    start: () => command(extension, 'flood'),
    async after() {
      await othersWentOn();
      // The log is limited to the number of lines that anyone reads.
      await expect.poll(() => logOf(extension)).toMatch(/… [\d,]{4,} lines were dropped/);
      expect((await logOf(extension)).split('\n').length).toBeLessThanOrEqual(1000);
      expect(await command(extension, 'answer')).toBe('');
    },
  });
