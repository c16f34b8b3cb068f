import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomOf, seed } from './random.ts';

const draw = (name: string) => Array.from({ length: 1000 }, randomOf(name));

test('numbers of one name are the same again, and those of another are others', () => {
  expect(draw('a')).toEqual(draw('a'));
  expect(draw('a')).not.toEqual(draw('b'));
});

test('numbers lie between 0 and 1, and everywhere there', () => {
  const tenths = new Set(draw('spread').map((number) => Math.floor(number * 10)));
  expect([...tenths].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('properties draw from the seed of the run', () => {
  expect(process.env.OUTRIGGER_SEED).toBe(String(seed));
  expect(fc.readConfigureGlobal().seed).toBe(seed);
});
