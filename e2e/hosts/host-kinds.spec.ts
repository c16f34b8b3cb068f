import { createHash } from 'node:crypto';
import type { ExtensionOAuth } from '../../src/shared/contract/extension-api/extension-oauth.ts';
import { moduleHostKinds } from '../../src/shared/contract/extensions/host-kind.ts';
import { expect, probe, test } from '../support/hosts/host-kinds.ts';
import { isAlive } from '../support/processes/processes.ts';

/** Behaviour that all kinds of extension host with modules have in common. A new kind is tested here through its row. */

type Pkce = Awaited<ReturnType<ExtensionOAuth['createPkce']>>;

for (const kind of moduleHostKinds) {
  test.describe(`a host of the kind "${kind}"`, () => {
    test('starts, runs extensions apart from each other, and ends when it is told to', async ({ hosts }) => {
      await hosts.start('a', kind);
      await hosts.open('a', 'first', probe);
      await hosts.open('a', 'second', probe);

      await test.step('activates, calls and streams', async () => {
        expect(await hosts.activate('a', 'first')).toEqual({
          providers: [{ id: 'count', name: 'Count' }],
          registered: null,
        });
        await hosts.activate('a', 'second');
        expect(await hosts.act('a', 'first', 'echo', 'a word')).toBe('a word');
        expect(await hosts.stream('a', 'first', 300)).toMatch(/^1 2 3 .* 299 300 $/);
      });
      await test.step('has what a sign-in is made of', async () => {
        const pairs = [await hosts.act('a', 'first', 'pkce'), await hosts.act('a', 'first', 'pkce')] as Pkce[];
        for (const { state, codeVerifier, codeChallenge } of pairs) {
          expect(codeChallenge).toBe(createHash('sha256').update(codeVerifier).digest('base64url'));
          for (const text of [state, codeVerifier]) expect(text).toMatch(/^[\w-]{43}$/);
        }
        expect(new Set(pairs.flatMap((pair) => Object.values(pair))).size).toBe(6);
      });
      await test.step('names the process in which it runs', async () => {
        expect(isAlive((await hosts.pid('a')) ?? 0)).toBe(true);
      });
      await test.step('names the file of a place in a stack', async () => {
        expect(await hosts.act('a', 'first', 'stack')).toMatch(/actions\.js:\d+:\d+/);
      });
      await test.step('says how much memory it takes', async () => {
        const megabytes = ((await hosts.metrics('a'))?.memoryBytes ?? 0) / 1024 ** 2;
        expect(megabytes).toBeGreaterThan(20);
        expect(megabytes).toBeLessThan(300);
      });
      await test.step('closing the port of one deactivates it and leaves the other', async () => {
        await hosts.close('a', 'second');
        await expect.poll(() => hosts.output('a')).toContain('probe deactivated');
        expect(await hosts.act('a', 'first', 'echo', 'still here')).toBe('still here');
      });
      await test.step('a shutdown deactivates what is left', async () => {
        await hosts.clearOutput('a');
        await hosts.shutDown('a');
        await expect.poll(() => hosts.output('a')).toContain('probe deactivated');
      });
      await test.step('killing it is reported once', async () => {
        const pid = (await hosts.pid('a')) ?? 0;
        await hosts.kill('a');
        await hosts.kill('a');
        expect((await hosts.ended('a')).exits).toEqual(['it was ended by SIGKILL']);
        await expect.poll(() => isAlive(pid)).toBe(false);
        expect(await hosts.pid('a')).toBeUndefined();
        expect(await hosts.metrics('a')).toBeNull();
      });
    });

    test('hands on what extensions write and forget, and goes on', async ({ hosts }) => {
      await hosts.start('a', kind);
      await hosts.open('a', 'probe', probe);
      await hosts.activate('a', 'probe');
      await hosts.act('a', 'probe', 'log', 'a line');
      await hosts.act('a', 'probe', 'throwLater');
      await hosts.act('a', 'probe', 'rejectLater');
      for (const said of [
        /a line .*an.*object.*and an error/,
        /Uncaught exception in an extension: Error: an error nobody catches/,
        /Unhandled rejection in an extension: Error: a rejection nobody waits for/,
      ]) {
        await expect.poll(() => hosts.output('a').then((text) => text.replaceAll('\n', ' '))).toMatch(said);
      }
      expect(await hosts.output('a')).toMatch(/throwUncaught .*actions\.js:\d+:\d+/);
      expect(await hosts.act('a', 'probe', 'echo', 'still here')).toBe('still here');
      expect(await hosts.exits('a')).toEqual([]);
    });

    test('keeps or forgets the code of an extension that is opened again, as its kind does', async ({ hosts }) => {
      await hosts.start('a', kind);
      const counts: unknown[] = [];
      for (let run = 0; run < 2; run += 1) {
        await hosts.open('a', 'probe', probe);
        await hosts.activate('a', 'probe');
        counts.push(await hosts.act('a', 'probe', 'count'));
        await hosts.close('a', 'probe');
      }
      // A process caches modules by file, so that a reload there takes a new process.
      expect(counts).toEqual(kind === 'process' ? [1, 2] : [1, 1]);
    });

    for (const { signal, reason } of [
      { signal: 'SIGKILL', reason: 'it was ended by SIGKILL' },
      { signal: 'SIGSEGV', reason: 'it was ended by SIGSEGV' },
    ] as const) {
      test(`reports ${signal} from outside once, with the reason, and its ports close`, async ({ hosts }) => {
        await hosts.start('a', kind);
        await hosts.start('other', kind);
        await hosts.open('a', 'probe', probe);
        await hosts.activate('a', 'probe');
        const pid = (await hosts.pid('a')) ?? 0;
        expect(await hosts.pid('other')).not.toBe(pid);
        const waiting = hosts.act('a', 'probe', 'untilAborted');
        process.kill(pid, signal);
        expect((await hosts.ended('a')).exits).toEqual([reason]);
        expect(await waiting).toEqual({ failed: expect.stringContaining('closed') });
        await expect.poll(() => hosts.closed('a')).toEqual(['probe']);
        await hosts.ping('other');
        expect(await hosts.exits('other')).toEqual([]);
      });
    }

    test('can be looked into and ended while an extension holds its loop', { tag: '@soak' }, async ({ hosts }) => {
      await hosts.start('a', kind);
      await hosts.open('a', 'probe', probe);
      await hosts.activate('a', 'probe');
      expect(await hosts.evaluate('a', '6 * 7')).toBe(42);
      await hosts.act('a', 'probe', 'spinLater');
      await expect(hosts.ping('a')).rejects.toThrow(/did not answer/);

      // Twice: an earlier session does not prevent the next one.
      for (let time = 0; time < 2; time += 1) {
        const profile = await hosts.profile('a', 300);
        const [busiest] = profile.toSorted((a, b) => b.hits - a.hits);
        // The called function or its caller, as the engine may have inlined it.
        expect(['fibonacci', 'spin']).toContain(busiest?.name);
        expect(busiest?.url).toMatch(/probe\/.*actions\.js$/);
        expect((await hosts.stackNow('a')).at(-1)).toMatch(/^(spin .*probe\/.*actions\.js|processTimers .*)$/);
      }

      const pid = (await hosts.pid('a')) ?? 0;
      await hosts.kill('a');
      expect((await hosts.ended('a')).exits).toEqual(['it was ended by SIGKILL']);
      await expect.poll(() => isAlive(pid)).toBe(false);
    });

    test('says that it ran out of memory', async ({ hosts }) => {
      await hosts.start('a', kind);
      await hosts.open('a', 'probe', probe);
      await hosts.activate('a', 'probe');
      await hosts.act('a', 'probe', 'fillHeap');
      expect((await hosts.ended('a')).exits).toEqual(['it ran out of memory']);
    });

    test('that is ended before it has started is gone, and reported', async ({ hosts }) => {
      expect(await hosts.startAndKill('a', kind)).toHaveLength(1);
      await hosts.start('b', kind);
      await hosts.ping('b');
    });

    test('fetches for an extension where its manifest lets it', async ({ hosts }) => {
      await hosts.start('a', kind);
      await hosts.open('a', 'probe', probe, ['api.example.com']);
      await hosts.activate('a', 'probe');
      expect(await hosts.act('a', 'probe', 'fetchText', 'https://other.example.com/')).toEqual({
        failed: expect.stringContaining('does not let this extension reach other.example.com'),
      });
    });
  });
}

test('processes that are killed leave no open file behind', { tag: '@soak' }, async ({ hosts }) => {
  test.skip(process.platform !== 'linux', 'counts in /proc');
  test.slow();
  const killed = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      await hosts.start('a', 'process');
      await hosts.kill('a');
      await hosts.ended('a');
    }
    return hosts.openFiles();
  };
  const before = await killed(3);
  await killed(40);
  // The last ones are closed a moment after the end is known.
  await expect.poll(() => hosts.openFiles()).toBeLessThanOrEqual(before);
});
