import { expect, test } from 'vitest';
import type { ToolRule } from '../../../../shared/contract/tool.ts';
import { goesFurther, patternProblem, ruleCovers, ruleProblem } from './format-rule.ts';

test('a rule says what it covers', () => {
  const said = (
    [
      ['change', 'src/**'],
      ['read', '**/*.env'],
      ['read', '**'],
      ['change', 'src/a.ts'],
      ['change', 'src/*.{ts,js}'],
      ['command', 'npm test *'],
      ['command', 'npm test'],
      ['command', 'git * --stat'],
      ['command', 'ls \\*.ts'],
      ['command', '*'],
      ['fetch', '*.example.com'],
      ['fetch', 'https://example.com/docs'],
      ['run', 'toolbox:*'],
      ['run', 'toolbox:count'],
    ] as const
  ).map(([effect, pattern]) => ruleCovers(effect, pattern));
  expect(said).toEqual([
    'Changes of every file below src',
    'Reading every file that ends in .env',
    'Reading every file in the folder',
    'Changes of src/a.ts',
    'Changes of files that match src/*.{ts,js}',
    '“npm test”, with anything after it',
    'The command “npm test” and no other',
    'Commands of the form “git * --stat”, “*” for anything',
    'The command “ls *.ts” and no other',
    'Every command',
    'Pages of every host below example.com',
    'Addresses that begin with https://example.com/docs',
    'Calls of every tool of toolbox',
    'Calls of the tool count of toolbox',
  ]);
});

test('a pattern that can mean nothing is refused with what to write instead', () => {
  expect(patternProblem('change', ' ')).toContain('src/**');
  expect(patternProblem('command', 'x'.repeat(1001))).toContain('1000');
  for (const effect of ['read', 'change'] as const) expect(patternProblem(effect, '~/.ssh/**')).toContain('whole path');
  expect(patternProblem('command', 'a\nb')).toContain('one line');
  for (const good of ['a:b', 'a:*']) expect(patternProblem('run', good)).toBeNull();
  for (const bad of ['*', 'a', 'a:b:c', 'a b:c']) expect(patternProblem('run', bad)).toContain('extension:tool');
  const fetched = ['example.com', '*.example.com', 'localhost:3000', 'https://example.com/a?b', '[::1]:80', '*'];
  for (const good of fetched) expect(patternProblem('fetch', good)).toBeNull();
  for (const bad of ['example.com/docs', 'a b', 'ftp://a', 'a.*.com']) {
    expect(patternProblem('fetch', bad)).toContain('https://');
  }
});

test('there are no two rules of one pattern', () => {
  const rule: ToolRule = { effect: 'change', pattern: 'src/**', decision: 'allow' };
  expect(ruleProblem(rule, [])).toBeNull();
  expect(ruleProblem({ ...rule, pattern: ' src/** ' }, [{ ...rule, decision: 'deny' }])).toContain('Don’t allow');
  expect(ruleProblem(rule, [{ ...rule, effect: 'read' }])).toBeNull();
  const many = Array.from({ length: 500 }, (_, index) => ({ ...rule, pattern: `${index}` }));
  expect(ruleProblem(rule, many)).toContain('500');
});

test.each<[effect: ToolRule['effect'], pattern: string, goes: boolean]>([
  ['command', 'npm test', false],
  ['command', 'echo \\*', false],
  ['command', 'git log *', true],
  ['change', 'src/a.ts', false],
  ['change', 'src/[*][*]', false],
  // Two files may come to one pattern, whatever their names are.
  ['change', 'src/a?.ts', false],
  ['change', 'src/**', true],
  ['read', '/home/me/**', true],
  ['fetch', 'example.org', false],
  ['fetch', '*.example.org', true],
  ['run', 'tools:search in /x', false],
  ['run', 'tools:*', true],
])('of %s, that %j goes further than what is asked is %j', (effect, pattern, goes) => {
  expect(goesFurther(effect, pattern)).toBe(goes);
});
