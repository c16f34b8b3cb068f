import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { threadTime } from '../../../shared/testing/thread-time.ts';
import { quotedLine } from './quoted-line.ts';
import { partsOf } from './shell-parts.ts';

const shells = ['/bin/sh', '/bin/bash', '/bin/dash'].filter(existsSync);
const nasty = [
  'plain',
  '',
  ' ',
  "it's",
  `'"'"'`,
  '"$HOME"',
  '$(touch x)',
  '`ls`',
  '\\',
  'back\\slash\\',
  'two\nlines\n',
  'tab\there',
  '-rf',
  '--flag=$x',
  'A=b',
  '*',
  '?[a]{b,c}',
  '~',
  'a~b',
  '~root',
  '#no',
  '!',
  '!!',
  'a;b&c|d<e>f',
  '%PATH%',
  'é 漢字 🎉',
  'if',
];

describe('a line of words', () => {
  test.skipIf(process.platform === 'win32').each(shells)('%s passes exactly these on', (shell) => {
    const line = quotedLine([process.execPath, '-p', 'JSON.stringify(process.argv.slice(1))', '--', ...nasty]);
    expect(JSON.parse(execFileSync(shell, ['-c', line], { encoding: 'utf8' }))).toEqual(nasty);
  });

  test.skipIf(process.platform === 'win32').each(shells)(
    '%s takes the first one for a program, and nothing else',
    (shell) => {
      for (const name of ['if', '!', '{', 'A=b', 'time', 'a b', '$(x)', "'"]) {
        const line = `${quotedLine([name, 'x'])} 2>/dev/null; echo $?`;
        const out = execFileSync(shell, ['-c', line], { encoding: 'utf8', env: { PATH: '/nowhere' } });
        expect([name, out.trim()]).toEqual([name, '127']);
      }
    },
  );

  test('is told by the rules as what it runs', () => {
    const words = ['git', 'commit', '-m', "it's $5", ''];
    const { commands, warning } = partsOf(quotedLine(words, 'linux'), 'linux');
    expect(commands.map((command) => command.words)).toEqual([words]);
    expect(warning).toBeUndefined();
    expect(quotedLine(['git', 'log', '--max-count=5', 'HEAD~1'], 'linux')).toBe('git log --max-count=5 HEAD~1');
  });

  test('takes no longer for long words', async () => {
    const time = await threadTime(() => {
      for (const word of [`a${'~'.repeat(20_000)}`, `a${'#'.repeat(20_000)}`, 'é'.repeat(20_000)]) {
        const line = quotedLine(['x', word, `${word} `], 'linux');
        expect(partsOf(line, 'linux').commands.map(({ words }) => words)).toEqual([['x', word, `${word} `]]);
      }
    });
    expect(time).toBeLessThan(5000);
  });

  test('for cmd.exe has quotes where one of its readers needs them', () => {
    const line = (...words: string[]) => quotedLine(words, 'win32');
    expect(line('git', 'log', '--oneline', 'src/a.ts')).toBe('git log --oneline src/a.ts');
    expect(line('C:\\Program Files\\x.exe', 'a b', '', 'x&y', 'a=b')).toBe(
      '"C:\\Program Files\\x.exe" "a b" "" "x&y" "a=b"',
    );
    expect(line('x', 'C:\\my dir\\')).toBe('x "C:\\my dir\\\\"');
    expect(line('./tool', 'if')).toBe('"./tool" "if"');
  });

  test.each([
    [['x', 'a"b'], '“"”'],
    [['x', '%PATH%'], '“%”'],
    [['x', 'a\nb'], 'a line break'],
    [['x', 'a^b'], '“^”'],
    [['x', 'hey!'], '“!”'],
  ])('for cmd.exe is refused where it would be another one: %j', (words, sign) => {
    expect(() => quotedLine(words, 'win32')).toThrow(
      `A word has ${sign}, which the shell of Windows passes on to no program for sure.`,
    );
  });

  test('needs a program', () => {
    expect(() => quotedLine([''])).toThrow('The first word is the program to run, and it is empty.');
  });
});
