import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../shared/testing/soak.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { partsOf } from './shell-parts.ts';
import { readShell } from './shell-words.ts';

/**
 * What real shells run is held against what was told of a line: programs of one letter write down how they were called,
 * and there are no others.
 */
const shells = ['/bin/sh', '/bin/bash', '/bin/dash'].filter(existsSync);
const programs = ['a', 'b', 'c'];

async function setUp() {
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  const cwd = join(folder, 'cwd');
  const log = join(folder, 'log');
  await mkdir(bin);
  await mkdir(cwd);
  // Words end with "/" and calls with a line end, so that neither may be in a word of a line that is tried.
  for (const name of programs) {
    await writeFile(
      join(bin, name),
      `#!/bin/sh\nt="${name}/"\nfor w; do t="$t$w/"; done\nprintf '%s\\n' "$t" >> '${log}'\n`,
    );
    await chmod(join(bin, name), 0o755);
  }
  return async (shell: string, line: string) => {
    await rm(log, { force: true });
    await rm(cwd, { recursive: true, force: true });
    await mkdir(cwd);
    await new Promise((resolve) => {
      const child = execFile(shell, ['-c', line], { cwd, env: { PATH: bin, X: 'x y' }, timeout: 5_000 }, resolve);
      child.stdin?.end();
    });
    const calls = await readFile(log, 'utf8').catch(() => '');
    return { calls: calls.split('\n').filter((each) => each !== ''), files: await readdir(cwd) };
  };
}

/** The calls that a line was said to make, where no word is expanded. */
const toldCalls = (line: string): string[] =>
  readShell(line).commands.map((words) => {
    const begin = words.findIndex(({ raw }) => raw !== '!');
    const command = words.findIndex(({ assigns }, at) => at >= begin && assigns === undefined);
    return words
      .slice(command < 0 ? words.length : command)
      .map(({ value }) => `${value}/`)
      .join('');
  });

const program = fc.constantFrom(...programs);
const quoted = fc
  .string({ unit: fc.constantFrom('a', 'b', ' ', ';', '&', '|', '#', '>', '(', '$', '`', '*', '\\'), maxLength: 5 })
  .chain((text) =>
    fc.constantFrom(`'${text}'`, `"${text.replace(/[$`"\\]/g, '\\$&')}"`, text.replace(/[^ab]/g, '\\$&') || "''"),
  );
const command = fc
  .tuple(fc.constantFrom('', 'Q=b ', '! '), program, fc.array(fc.oneof(program, quoted), { maxLength: 3 }))
  .map(([before, name, words]) => before + [name, ...words].join(' '));
const chain = fc
  .array(fc.tuple(command, fc.constantFrom(' && ', '&&', ' || ', ';', ' ; ', '\n', ' | ', ' 2>&1; ', ' #a; b\n')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((pieces) => pieces.map(([text, operator], at) => text + (at === pieces.length - 1 ? '' : operator)).join(''));
/** Anything that shells have a meaning for. */
const soup = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'c',
      ' ',
      ' ',
      ' ',
      '\n',
      ';',
      '&',
      '|',
      '&&',
      '||',
      '(',
      ')',
      '<',
      '>',
      "'",
      '"',
      '\\',
      '$',
      '`',
      '#',
      '{',
      '}',
      '=',
      '!',
      '*',
      '?',
      '[',
      ']',
      '~',
      '-',
      '1',
      '2',
      'X',
      '$X',
      '${',
      '$(',
      '<<',
      '&1',
      '/dev/null',
      'if ',
      'then ',
      'fi',
      'Q=',
      '+=',
      ':',
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

describe.runIf(process.platform !== 'win32')('what real shells run', () => {
  test('is what was told of a chain of plain commands, all of it', { timeout: 120_000 }, async () => {
    const run = await setUp();
    await fc.assert(
      fc.asyncProperty(chain, fc.constantFrom(...shells), async (line, shell) => {
        expect(partsOf(line, 'linux').warning).toBeUndefined();
        const { calls, files } = await run(shell, line);
        const told = toldCalls(line);
        expect(files).toEqual([]);
        for (const call of calls) expect(told).toContain(call);
        // Without "||" and "!" nothing is left out.
        if (!/\|\||!/.test(line)) expect(calls.toSorted()).toEqual(told.toSorted());
      }),
      { numRuns: lengthOf(30, 2_000) },
    );
  });

  test('is never more than was told of a line that a rule can allow, whatever the line is', {
    timeout: 120_000,
  }, async () => {
    const run = await setUp();
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(soup, fc.constantFrom(...shells), async (line, shell) => {
        // Words that are expanded are passed on otherwise than they are written, which their command is not.
        const hasExpansions = readShell(line).commands.some((words) => words.some(({ isPlain }) => !isPlain));
        if (partsOf(line, 'linux').warning !== undefined) return;
        tried += 1;
        const { calls, files } = await run(shell, line);
        const told = toldCalls(line);
        const nameOf = (call: string) => call.slice(0, call.indexOf('/'));
        expect(files).toEqual([]);
        for (const call of calls) {
          if (hasExpansions) expect(told.map(nameOf)).toContain(nameOf(call));
          else expect(told).toContain(call);
        }
      }),
      { numRuns: lengthOf(400, 20_000) },
    );
    expect(tried).toBeGreaterThan(lengthOf(15, 700));
  });
});
