import { expect, test } from 'vitest';
import { setLast } from './set-last.ts';

test('what was set first is forgotten, unless it was set again', () => {
  const map = new Map<string, number>();
  for (const [value, key] of ['a', 'b', 'a', 'c'].entries()) setLast(map, key, value, 2);
  expect([...map]).toEqual([
    ['a', 2],
    ['c', 3],
  ]);
});
