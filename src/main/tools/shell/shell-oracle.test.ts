import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { isChanger, stateless } from './shell-commands.ts';
import { chain, isDoubtful, present, shellOracle, shells, soup, toldCalls, worded } from './shell-oracle.fixture.ts';
import { partsOf } from './shell-parts.ts';
import { readShell } from './shell-words.ts';

describe.runIf(process.platform !== 'win32')('what real shells run', () => {
  test('is what was told of a chain of plain commands, all of it', {
    tags: ['search'],
    timeout: lengthOf(120_000, 900_000),
  }, async () => {
    const run = await shellOracle(await temporaryFolder());
    await fc.assert(
      fc.asyncProperty(chain, fc.constantFrom(...shells), async (line, shell) => {
        expect(partsOf(line, 'linux').warning).toBeUndefined();
        const { calls, files } = await run(shell, line);
        const told = toldCalls(readShell(line));
        expect(files).toEqual(present);
        for (const call of calls) expect(told).toContain(call);
        // Without "||" and "!" every predicted call is made.
        if (!/\|\||!/.test(line)) expect(calls.toSorted()).toEqual(told.toSorted());
      }),
      { numRuns: lengthOf(8, 2_000) },
    );
  });

  test.each([
    ['anything', soup, lengthOf(40, 20_000)],
    ['words that shells change', worded, lengthOf(30, 10_000)],
  ])(
    'is exactly what was told of a line of %s that a rule can allow',
    { tags: ['search'], timeout: lengthOf(240_000, 3_600_000) },
    async (_of, lines, numRuns) => {
      const run = await shellOracle(await temporaryFolder());
      let tried = 0;
      await fc.assert(
        fc.asyncProperty(lines, fc.constantFrom(...shells), async (line, shell) => {
          if (isDoubtful(line)) return;
          tried += 1;
          const { calls, files } = await run(shell, line);
          expect(files).toEqual(present);
          for (const call of calls) expect(toldCalls(readShell(line))).toContain(call);
        }),
        {
          numRuns,
          examples: [
            ["a| ''; {a,-x};", '/bin/bash'],
            ['. a\t', '/bin/sh'],
          ],
        },
      );
      expect(tried).toBeGreaterThan(lengthOf(1, 700));
    },
  );

  test('changes nothing of the shell by a command that is not known to', async () => {
    const run = promisify(execFile);
    const { stdout } = await run('/bin/bash', ['-c', 'compgen -b']);
    for (const name of stdout.trim().split('\n')) {
      expect(isChanger(name, []) !== stateless.has(name), name).toBe(true);
    }
  });
});
