import { expect, test } from 'vitest';
import { inspect } from './in-console.ts';

test('a log has words for every value', () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(['text', 3, null, undefined, { a: [1] }, circular, 10n, Symbol('s')].map(inspect)).toEqual([
    'text',
    '3',
    'null',
    'undefined',
    '{"a":[1]}',
    '[object Object]',
    '10',
    'Symbol(s)',
  ]);
});

test('an error comes with its stack and what caused it', () => {
  const text = inspect(new TypeError('outer', { cause: new Error('inner') }));
  expect(text).toMatch(/^TypeError: outer\n\s+at .*in-console\.test/);
  expect(text).toMatch(/\ncaused by Error: inner\n\s+at /);
});
