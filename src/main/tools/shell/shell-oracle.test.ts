// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are lines of a shell.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { isChanger, stateless } from './shell-commands.ts';
import { partsOf } from './shell-parts.ts';
import { readShell } from './shell-words.ts';

/**
 * What real shells run is held against what was told of a line: programs of one letter write down how they were called,
 * and there are no others.
 */
const shells = ['/bin/sh', '/bin/bash', '/bin/dash'].filter(existsSync);
const programs = ['a', 'b', 'c'];
/** Names that a pattern of files may come to. */
const present = ['-x', 'a', 'ab'];

/** Of a pipe it is told elsewhere that a command may do more than its words say; these programs read nothing. */
const isDoubtful = (line: string): boolean => {
  const { warning, commands } = partsOf(line, 'linux');
  // Only one doubt is told, and another may stand behind this one.
  if (warning?.includes('gets what another command puts out')) return commands.some(({ text }) => isDoubtful(text));
  return warning !== undefined;
};

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
    for (const name of present) await writeFile(join(cwd, name), '');
    await new Promise((resolve) => {
      const child = execFile(shell, ['-c', line], { cwd, env: { PATH: bin, X: 'x y' }, timeout: 5_000 }, resolve);
      child.stdin?.end();
    });
    const calls = await readFile(log, 'utf8').catch(() => '');
    return { calls: calls.split('\n').filter((each) => each !== ''), files: (await readdir(cwd)).toSorted() };
  };
}

/** The calls that a line was said to make. */
const toldCalls = (line: string): string[] =>
  readShell(line).commands.flatMap(({ words }) => {
    const begin = words.findIndex(({ raw }) => raw !== '!');
    const command = words.findIndex(({ assigns }, at) => at >= begin && assigns === undefined);
    const values = words.slice(command < 0 ? words.length : command).map(({ value }) => `${value}/`);
    // "." has the shell read a program, which then says its own name; some give it the rest.
    const [, read = ''] = values;
    return values[0] === './' ? [values, [read], values.slice(1)].map((one) => one.join('')) : [values.join('')];
  });

const program = fc.constantFrom(...programs);
const quoted = fc
  .string({
    unit: fc.constantFrom('a', 'b', ' ', ';', '&', '|', '#', '>', '(', '$', '`', '*', '\\', '{', ',', '~'),
    maxLength: 5,
  })
  .chain((text) =>
    fc.constantFrom(`'${text}'`, `"${text.replace(/[$`"\\]/g, '\\$&')}"`, text.replace(/[^ab]/g, '\\$&') || "''"),
  );
const command = fc
  .tuple(fc.constantFrom('', 'Q=b ', '! '), program, fc.array(fc.oneof(program, quoted), { maxLength: 3 }))
  .map(([before, name, words]) => before + [name, ...words].join(' '));
const chain = fc
  .array(
    fc.tuple(command, fc.constantFrom(' && ', '&&', ' || ', ';', ' ; ', '\n', ' 2>&1; ', ' #a; b\n', ' \\\n && ')),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((pieces) => pieces.map(([text, operator], at) => text + (at === pieces.length - 1 ? '' : operator)).join(''));
/** Anything that shells have a meaning for. */
const meanings = [
  ...[
    'a',
    'b',
    'c',
    ' ',
    ' ',
    ' ',
    '\n',
    '\t',
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
  ],
  ...[
    '{',
    '}',
    ',',
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
    '/',
    '^',
    '@',
    '%',
    ':',
    '.',
    'X',
    'é',
    '$X',
    '$U',
    '${',
  ],
  ...[
    '$(',
    '<<',
    '&1',
    '/dev/null',
    'if ',
    'then ',
    'fi',
    'Q=',
    '+=',
    '\\\n',
    '{a,b}',
    '{1..2}',
    '${U}',
    '$\\\n',
    '~a',
    '[ab]',
    '-x*',
  ],
];
const soup = fc.array(fc.constantFrom(...meanings), { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''));
/** Words of which shells make others, in the places where a rule may look for plain ones. */
const word = fc.oneof(
  program,
  quoted,
  fc.constantFrom(
    '{a,-x}',
    'b{c,}',
    'a${U}b',
    '$U',
    '"$U"',
    '"$\\\n(b)"',
    '"a\\\nb"',
    '$\\\n(b)',
    'a\\\nb',
    '*',
    '-*',
    '[-]x',
    '?x',
  ),
  fc.constantFrom(
    '~',
    'a~',
    'Q=~',
    'Q=a:~',
    "$'b'",
    '$"b"',
    '@(a)',
    '{}',
    '{a}',
    'a#',
    '#a',
    '\\-x',
    'HEAD~1',
    'b^',
    '!',
  ),
);
const worded = fc
  .array(fc.tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(';', '&&', '|', '\n', '&', ' || ')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((pieces) => pieces.map(([words, operator]) => words.join(' ') + operator).join(' '));

describe.runIf(process.platform !== 'win32')('what real shells run', () => {
  test('is what was told of a chain of plain commands, all of it', {
    tags: ['search'],
    timeout: lengthOf(120_000, 900_000),
  }, async () => {
    const run = await setUp();
    await fc.assert(
      fc.asyncProperty(chain, fc.constantFrom(...shells), async (line, shell) => {
        expect(partsOf(line, 'linux').warning).toBeUndefined();
        const { calls, files } = await run(shell, line);
        const told = toldCalls(line);
        expect(files).toEqual(present);
        for (const call of calls) expect(told).toContain(call);
        // Without "||" and "!" nothing is left out.
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
      const run = await setUp();
      let tried = 0;
      await fc.assert(
        fc.asyncProperty(lines, fc.constantFrom(...shells), async (line, shell) => {
          if (isDoubtful(line)) return;
          tried += 1;
          const { calls, files } = await run(shell, line);
          expect(files).toEqual(present);
          for (const call of calls) expect(toldCalls(line)).toContain(call);
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
