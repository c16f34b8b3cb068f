import { expect, test } from 'vitest';
import { gateSeed, seedOfRun } from './seed.mjs';

test('a seed that is given is the seed of the run', () => {
  expect(seedOfRun({ given: '123456789' })).toBe('123456789');
  expect(seedOfRun({ given: '123456789', isSoak: true })).toBe('123456789');
});

test('the gate draws the same in every run', () => {
  expect(seedOfRun({ given: '', isSoak: false })).toBe(gateSeed);
});

test('a soak draws anew', () => {
  const seeds = Array.from({ length: 20 }, () => seedOfRun({ given: '', isSoak: true }));
  expect(seeds.every((seed) => /^\d{1,9}$/.test(seed))).toBe(true);
  expect(new Set(seeds).size).toBeGreaterThan(10);
});

test('a seed that is no number is refused in a sentence', () => {
  expect(() => seedOfRun({ given: 'today' })).toThrow('OUTRIGGER_SEED is a number of up to nine digits, not "today".');
});
