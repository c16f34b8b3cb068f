// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are lines of a shell.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { partsOf } from './shell-parts.ts';
import { readShell, type ShellText } from './shell-words.ts';

/** Random lines, and real shells that report what they run, because the correct result of a random line is unknown. */

export const shells = ['/bin/sh', '/bin/bash', '/bin/dash'].filter(existsSync);
/** The only programs: they record their calls. */
const programs = ['a', 'b', 'c'];
/** File names that a glob may expand to. */
export const present = ['-x', 'a', 'ab'];

/** @param folder empty */
export async function shellOracle(folder: string) {
  const bin = join(folder, 'bin');
  const cwd = join(folder, 'cwd');
  const log = join(folder, 'log');
  await mkdir(bin);
  await mkdir(cwd);
  // "/" ends a word and a line end a call, so that neither may be in a word of a tested line.
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

/** @returns whether no rule can allow the line; the warning about pipes is ignored, as these programs read no input */
export const isDoubtful = (line: string, read = readShell): boolean => {
  const { warning, commands } = partsOf(line, 'linux', read);
  // Only the first doubt is reported, and may hide another.
  if (warning?.includes('gets what another command puts out'))
    return commands.some(({ text }) => isDoubtful(text, read));
  return warning !== undefined;
};

/** The calls that a parsed line predicts. */
export const toldCalls = ({ commands }: ShellText): string[] =>
  commands.flatMap(({ words }) => {
    const begin = words.findIndex(({ raw }) => raw !== '!');
    const command = words.findIndex(({ assigns }, at) => at >= begin && assigns === undefined);
    const values = words.slice(command < 0 ? words.length : command).map(({ value }) => `${value}/`);
    // "." makes the shell read a program, which then reports its own name; some shells pass it the other words.
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
export const chain = fc
  .array(
    fc.tuple(command, fc.constantFrom(' && ', '&&', ' || ', ';', ' ; ', '\n', ' 2>&1; ', ' #a; b\n', ' \\\n && ')),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((pieces) => pieces.map(([text, operator], at) => text + (at === pieces.length - 1 ? '' : operator)).join(''));
/** All characters that are special to shells. */
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
export const soup = fc
  .array(fc.constantFrom(...meanings), { minLength: 1, maxLength: 14 })
  .map((pieces) => pieces.join(''));
/** Words that shells expand, in places where a rule may expect plain ones. */
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
export const worded = fc
  .array(fc.tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(';', '&&', '|', '\n', '&', ' || ')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((pieces) => pieces.map(([words, operator]) => words.join(' ') + operator).join(' '));
