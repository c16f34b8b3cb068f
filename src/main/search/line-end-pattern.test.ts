import { expect, test } from 'vitest';
import { patternOf, withBothLineEnds } from './line-end-pattern.ts';

test.each([
  ['a\\nb', 'a(?:\\r\\n|\\n)b'],
  ['a\\n+', 'a(?:\\r\\n|\\n)+'],
  ['a\\r?\\n', 'a\\r?(?:\\r\\n|\\n)'],
  ['a\\\\n\\s', 'a\\\\n(?:\\r\\n|\\s)'],
  ['[\\n,]\\[\\n', '(?:\\r\\n|[\\n,])\\[(?:\\r\\n|\\n)'],
  ['[\\\\n]\\n', '[\\\\n](?:\\r\\n|\\n)'],
  ['[^\\n]+\\n', '[^\\r\\n]+(?:\\r\\n|\\n)'],
  ['[^]\\n-]', '[^]\\r\\n-]'],
  ['[^a]', '(?:\\r\\n|[^a])'],
  ['[^\\s]', '[^\\s]'],
  ['[a-z]\\d.$', '[a-z]\\d.$'],
  ['[\\s&&[^\\n]]\\n', '[\\s&&[^\\n]](?:\\r\\n|\\n)'],
])('%s takes both line ends: %s', (pattern, both) => {
  expect(withBothLineEnds(pattern)).toBe(both);
});

test('a text over lines is taken as it is', () => {
  expect(withBothLineEnds(patternOf('a(1)\n[^x]\\n'))).toBe('a\\(1\\)(?:\\r\\n|\n)\\[\\^x\\]\\\\n');
});
