import { expect, test } from 'vitest';
import { seedOfRun } from './seed.mjs';

test('a seed that is given is the seed of the run', () => {
  expect(seedOfRun('123456789')).toBe('123456789');
});

test('without one the run has a new seed of up to nine digits', () => {
  const seeds = Array.from({ length: 20 }, () => seedOfRun(''));
  expect(seeds.every((seed) => /^\d{1,9}$/.test(seed))).toBe(true);
  expect(new Set(seeds).size).toBeGreaterThan(10);
});

test('a seed that is no number is refused in a sentence', () => {
  expect(() => seedOfRun('today')).toThrow('OUTRIGGER_SEED is a number of up to nine digits, not "today".');
});
