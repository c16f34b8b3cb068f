import { expect, test } from 'vitest';
import { plainQuery } from './plain-query.fixture.ts';
import { excludeArgs, globsOf, matchArgs } from './query-args.ts';

const query = plainQuery('a');
const replaced = (replacement: string, isRegexp: boolean) =>
  matchArgs({ ...query, replacement, isRegexp }).find((argument) => argument.startsWith('--replace='));

test.each([
  ['', []],
  ['*.ts', ['*.ts', '*.ts/**']],
  [' src , ./docs/ ,', ['src', 'src/**', '/docs', '/docs/**']],
  ['*.{ts,tsx},a b', ['*.{ts,tsx}', '*.{ts,tsx}/**', 'a b', 'a b/**']],
  ['src\\main', ['src/main', 'src/main/**']],
])('files of %j', (include, globs) => {
  expect(globsOf(include)).toEqual(globs);
  expect(excludeArgs(include)).toEqual(globs.map((glob) => `--glob=!${glob}`));
});

test.each([
  ['$1 $name $&', false, '$$1 $$name $$&'],
  ['$1a $' + '{name} $& $$', true, '$' + '{1}a $' + '{name} $' + '{0} $$'],
  ['a\\nb\\t\\\\n\\d', true, 'a\nb\t\\n\\d'],
])('the replacement %j, by an expression: %s', (written, isRegexp, given) => {
  expect(replaced(written, isRegexp)).toBe(`--replace=${given}`);
});

test('a text that looks like an option is none, and one over lines is looked for over lines', () => {
  expect(matchArgs({ ...query, text: '--files' })).toContain('--regexp=--files');
  const isOverLines = (text: string, isRegexp: boolean) =>
    matchArgs({ ...query, text, isRegexp }).includes('--multiline');
  expect([
    isOverLines('a', true),
    isOverLines('a\\n', false),
    isOverLines('a\\n', true),
    isOverLines('a\nb', false),
  ]).toEqual([false, false, true, true]);
});
