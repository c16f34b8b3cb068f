import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolRule } from '../../../shared/contract/tool.ts';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { commanding, judge } from '../rules/judge.ts';
import { partsOf } from './shell-parts.ts';

const rule = (decision: ToolRule['decision'], pattern: string): ToolRule => ({
  ...{ effect: 'command', decision, pattern },
  folder: '/p',
});
const verdict = (line: string, rules: readonly ToolRule[], isForThread = false) =>
  judge(
    [commanding(partsOf(line, 'linux'), { mayLook: () => true, looked: [], isSecret: false })],
    rules,
    { folder: '/p', isWhole: true, isTrusted: true },
    () => isForThread,
  ).type;

describe('a line of commands', () => {
  const rules = [
    rule('allow', 'npm test'),
    rule('allow', 'cat *'),
    rule('allow', 'git status'),
    rule('deny', 'rm *'),
    rule('ask', 'git push *'),
  ];

  test.each<[line: string, verdict: string]>([
    ['npm test', 'allow'],
    ['npm test && git status | cat -n', 'allow'],
    ['npm test && git status | npm test', 'ask'],
    ['CI=1 npm test 2>&1', 'allow'],
    ['npm test; ls', 'ask'],
    ['npm test\nls', 'ask'],
    ['npm test & ls', 'ask'],
    ['npm test $(ls)', 'ask'],
    ['npm test > x', 'ask'],
    ['PATH=x npm test', 'ask'],
    ['git push', 'ask'],
    ['npm test && rm -rf x', 'deny'],
    ['npm test $(rm x)', 'deny'],
    ['sudo rm x', 'deny'],
    ['/bin/rm x', 'deny'],
    ["'r'm x", 'deny'],
    ['bash -c "rm x"', 'deny'],
    ['if true; then rm x; fi', 'deny'],
    ['echo "rm x"', 'ask'],
  ])('%j comes to “%s”', (line, expected) => expect(verdict(line, rules)).toBe(expected));

  test('that was allowed for the thread is allowed, but for those of which it cannot be told what runs', () => {
    expect(verdict('ls && make', [], true)).toBe('allow');
    expect(verdict('ls $(make)', [], true)).toBe('ask');
    expect(verdict('rm x', rules, true)).toBe('deny');
    expect(verdict('git push', rules, true)).toBe('ask');
  });

  const allowed = fc.constantFrom('npm test', 'npm  test', "npm 'test'", 'git status', 'CI=1 npm test', '! npm test');
  const other = fc.constantFrom(
    'ls',
    'npm',
    'npm run x',
    'git "status x"',
    'git',
    'PATH=x npm test',
    '$X',
    'npm$IFS test',
    'n\\\npx',
    '(ls)',
    '{ ls; }',
    'env npm test',
    '"npm test"',
    'npm test >x',
    'npm test `ls`',
  );
  const operator = fc.constantFrom(
    ' && ',
    '&&',
    ' || ',
    ';',
    '; ',
    '\n',
    ' | ',
    '|&',
    ' & ',
    '&',
    ' # x\n',
    ' \\\n && ',
  );

  test('is never allowed with a part in it that is not, wherever and however it stands there', {
    tags: ['search'],
  }, () => {
    const chain = fc.tuple(fc.array(fc.tuple(allowed, operator)), other, fc.array(fc.tuple(operator, allowed)));
    fc.assert(
      fc.property(chain, ([before, one, after]) => {
        const line = before.flat().join('') + one + after.flat().join('');
        expect(verdict(line, rules)).toBe('ask');
      }),
      { numRuns: lengthOf(250, 2_000) },
    );
  });

  test('is allowed when each of its parts is, and denied as soon as one is', () => {
    const unpiped = operator.filter((one) => one !== ' | ' && one !== '|&');
    const chain = fc.array(fc.tuple(allowed, unpiped), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(chain, (pieces) => {
        const line = pieces.flat().slice(0, -1).join('');
        expect(verdict(line, rules)).toBe('allow');
        expect(verdict(`${line} | cat -n`, rules)).toBe('allow');
        expect(verdict(`${line} | npm test`, rules)).toBe('ask');
        expect(verdict(`${line} | rm x`, rules)).toBe('deny');
        expect(verdict(`rm x; ${line}`, rules)).toBe('deny');
        expect(verdict(`echo "$(${line}; rm x)"`, rules)).toBe('deny');
      }),
    );
  });
});
