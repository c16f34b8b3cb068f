import { expect, test } from 'vitest';
import { askTogether } from './ask-together.ts';

test('what is wanted at once is asked for in one call, and each hears of its own', async () => {
  const calls: number[] = [];
  const inspect = askTogether(async (paths) => {
    calls.push(paths.length);
    return paths.map((path) => (path === 'a' ? 'file' : 'missing'));
  }, 'missing');
  expect(await Promise.all(['a', 'b', 'a'].map(inspect))).toEqual(['file', 'missing', 'file']);
  await Promise.all(Array.from({ length: 1200 }, (_, index) => inspect(`${index}`)));
  expect(calls).toEqual([3, 500, 500, 200]);
});

test('a call that fails fails for all that were in it, and for no other', async () => {
  let isBroken = true;
  const inspect = askTogether(async (paths) => {
    if (isBroken) throw new Error('gone');
    return paths.map(() => 'file');
  }, 'missing');
  const both = await Promise.allSettled([inspect('a'), inspect('b')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await inspect('a')).toBe('file');
});
