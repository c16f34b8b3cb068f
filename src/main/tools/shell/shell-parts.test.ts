// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are lines of a shell.
import { describe, expect, test } from 'vitest';
import { expectToGrowWithText } from '../../../shared/testing/growth.ts';
import { commanding, judge } from '../rules/judge.ts';
import { partsOf } from './shell-parts.ts';

const judged = (line: string, platform: NodeJS.Platform = 'linux') => {
  const { commands, ...told } = partsOf(line, platform);
  return { ...told, parts: commands.map(({ text }) => text) };
};
const seenIn = (line: string): readonly string[] => [...judged(line).spellings, ...judged(line).hints];

describe('a line of the shell', () => {
  test.each<[line: string, parts: string[]]>([
    ['npm test', ['npm test']],
    ['npm test && git push || true; ls | wc -l & date', ['npm test', 'git push', 'true', 'ls', 'wc -l', 'date']],
    ['a\nb\n\n# only said\nc # and this', ['a', 'b', 'c']],
    ['a |& wc', ['a', 'wc']],
    ['a \\\n b', ['a b']],
    ['git log HEAD~1 HEAD^ a#b', ['git log HEAD~1 HEAD^ a#b']],
    ['echo "a && b" \'c; d\' e\\;f', ["echo 'a && b' 'c; d' 'e;f'"]],
    ['r\'\'m -r"f" \\x', ['rm -rf x']],
    ["echo it\\'s", ["echo 'it'\\''s'"]],
    ['echo a#b', ['echo a#b']],
    ['CI=1 LC_ALL=C npm test', ['npm test']],
    ['A=b CI=1 C="d e" npm test', ["A=b C='d e' npm test"]],
    ['OPENSSL_CONF=./x curl a', ['OPENSSL_CONF=./x curl a']],
    ['A=b C= ls', ['A=b C= ls']],
    ['make 2>&1 >/dev/null </dev/null 2> /dev/null', ['make']],
    ['! grep x y', ['grep x y']],
    ['[ -f x ] && cat x', ['[ -f x ]', 'cat x']],
    ['bash scripts/build.sh', ['bash scripts/build.sh']],
    ['node --test && python3 -m pytest && node x.js -e', ['node --test', 'python3 -m pytest', 'node x.js -e']],
    ["''", ["''"]],
  ])('%j is split', (line, parts) => {
    expect(judged(line)).toMatchObject({ parts });
    expect(judged(line).warning).toBeUndefined();
  });

  test.each<[line: string, inner: string]>([
    ['echo $(rm x)', 'rm x'],
    ['echo "$(rm x)"', 'rm x'],
    ['echo "$(echo "$(rm x)")"', 'rm x'],
    ['echo `rm x`', 'rm x'],
    ['echo `echo \\`rm x\\``', 'rm x'],
    ['echo ${a:-$(rm x)}', 'rm x'],
    ['cat <(rm x)', 'rm x'],
    ['(rm x)', 'rm x'],
    ['{ rm x; }', 'rm x'],
    ['f() { rm x; }', 'rm x'],
    ['if true; then rm x; fi', 'rm x'],
    ['while rm x; do :; done', 'rm x'],
    ['sudo -u me rm x', 'rm x'],
    ['/usr/bin/env A=b rm x', 'rm x'],
    ['xargs -n 1 rm x', 'rm x'],
    ['nohup timeout 3 rm x', 'rm x'],
    ['eval rm x', 'rm x'],
    ["eval 'rm x'", 'rm x'],
    ["bash -c 'true; rm x'", 'rm x'],
    ["sh -c 'true && rm x' --", 'rm x'],
    ['find . -exec rm x', 'rm x'],
    ['trap "rm x" EXIT', 'rm x'],
    ['"unbalanced; rm x', '"unbalanced; rm x'],
    ['true\nrm x "', 'rm x '],
    ['cat <<END\nrm x\nEND', 'rm x'],
    ['/bin/rm x', 'rm x'],
    ['RM x', 'rm x'],
    ['r\\\nm x', 'rm x'],
    ['echo "$\\\n(rm x)"', 'rm x'],
    ['r${y}m x', 'rm x'],
    ['$y rm x', 'rm x'],
    ['"$y"rm "x"', 'rm x'],
    [`awk 'BEGIN{system("rm x")}'`, 'rm x'],
    ["git -c alias.x='!rm x' x", 'rm x'],
  ])('%j is searched for what it runs inside', (line, inner) => {
    expect(seenIn(line)).toContain(inner);
  });

  test.each([
    'echo $(date)',
    'echo `date`',
    'cat <(ls)',
    'ls > f',
    'ls >> f',
    'ls 2> f',
    'cat < f',
    'ls &> f',
    'ls >| f',
    'ls >&f',
    'ls <> f',
    'ls > /dev/null/../x',
    'echo 10>&1',
    'ls {x}>/dev/null',
    '(ls)',
    '{ ls; }',
    'f() { ls; }',
    'function f { ls; }',
    'if ls; then ls; fi',
    'for x in a; do ls; done',
    'case x in a) ls;; esac',
    'time ls',
    'cat <<E\nE',
    'cat <<<x',
    'PATH=/x; ls',
    'A+=b ls',
    'a[0]=b ls',
    '$X y',
    '"$X" y',
    '${X}',
    'l* x',
    '~/x',
    '{rm,x}',
    'l$X',
    'echo ${x@P}',
    'echo ${x:=y}',
    'echo $((1))',
    'echo $[1]',
    "echo $'a'",
    'echo $"a"',
    'curl x | sh',
    'curl x | python3 -',
    'curl x | node',
    '"ls',
    "ls '",
    'ls \\',
    'ls ${x',
    'ls $(x',
    'l\u200bs',
    'ls\u00a0x',
    'ls \u3164',
    'ls a\u034fb',
    'ls \u202ex',
    'ls\rx',
    'ls \u001b[2K',
    '',
    '  ',
    '# nothing',
    'ls *.ts',
    'ls "$HOME"',
    'ls $1',
    'ls {a,b}',
    'ls a?',
    'ls [ab]',
    'ls ~',
    'Q=~ ls',
    'A=$B ls',
    'A=b',
    'r\\\nm x',
    'echo "a\\\nb"',
    'export A=b; ls',
    'cd x && ls',
    'printf -v PATH x; ls',
    'echo ls | xargs rm',
    'npm test | tee x',
    'coproc ls',
    'ls;;',
  ])('%j can be allowed by no rule', (line) => {
    expect(judged(line).warning).toMatch(/^No rule can allow this line: .+\.$/);
  });

  test.each([
    'PATH=/x ls',
    'LD_PRELOAD=x ls',
    'GIT_SSH_COMMAND=x git pull',
    'NODE_OPTIONS=x npm test',
    'IFS=x ls',
    'npm_config_script_shell=x npm test',
    'eval ls',
    'exec ls',
    'source x',
    '. x',
    'xargs ls',
    'sudo ls',
    'env ls',
    'bash -c ls',
    'bash',
    'bash -s',
    'sh /dev/stdin',
    'python3 -c x',
    'node -pe 1',
    'perl -ne 1',
    'find . -exec ls',
    'find . -delete',
    'export A=b',
    'alias ls=rm',
    'unset PATH',
    'read PATH',
    'printf -v PATH x',
    'command ls',
    'trap ls EXIT',
    'npm test',
    'rm -rf x',
    'make',
  ])('%j can be allowed by its exact words alone', (line) => {
    const told = partsOf(line, 'linux');
    const verdict = (...patterns: string[]) =>
      judge(
        [commanding(told, { mayLook: () => true, looked: [], isSecret: false })],
        patterns.map((pattern) => ({ effect: 'command', decision: 'allow', pattern, folder: '/p' })),
        { folder: '/p', isWhole: true, isTrusted: true },
        () => false,
      ).type;
    const words = line.split(' ');
    expect(verdict(line)).toBe('allow');
    expect(verdict('*', ...words.slice(1).map((_, at) => `${words.slice(0, at + 1).join(' ')} *`))).toBe('ask');
  });

  test('takes time that grows with its length only, whatever it holds', { tags: ['soak'] }, async () => {
    const hostile = ['$(', '`', '"', "'", '${', '(', 'a;', 'sudo ', '\\', '<<a\n', 'if ', '! '];
    await expectToGrowWithText(20_000, [...hostile, 'a\\\n', '"\\\n', 'x \'="a b"\' '], (text) =>
      partsOf(text, 'linux'),
    );
  });
});

describe('a line of the shell of Windows', () => {
  test.each<[line: string, parts: string[]]>([
    ['npm test && git push', ['npm test', 'git push']],
    ['dir | sort || echo "a & b" & date', ['dir', 'sort', 'echo "a & b"', 'date']],
    ['C:\\tools\\x.exe a\\b', ['C:\\tools\\x.exe a\\b']],
  ])('%j is split', (line, parts) => {
    expect(judged(line, 'win32')).toMatchObject({ parts });
    expect(judged(line, 'win32').warning).toBeUndefined();
  });

  test.each([
    'echo %PATH%',
    'd^el x',
    'echo !x!',
    '(del x)',
    'dir > x',
    'dir < x',
    '@del x',
    'del;x',
    'dir/s',
    'echo.x',
    'cd..',
    '"a b.exe" x',
    'a=b',
    'set PATH=x',
    'if a==b del x',
    'for %i in (x) do y',
    'cmd /c del x',
    'start x',
    'call x',
    'powershell x',
    'dir\ndel x',
    'dir "a',
    'x.vbs',
    'dir *.ts',
    'dir | findstr x',
  ])('%j can be allowed by no rule', (line) => {
    expect(partsOf(line, 'win32').warning).toMatch(/^No rule can allow/);
  });
});
