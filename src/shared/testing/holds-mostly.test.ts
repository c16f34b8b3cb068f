import { expect, test } from 'vitest';
import { holdsMostly } from './holds-mostly.ts';

test.each([
  ['+++', true],
  ['--+++', true],
  ['+-+-+', true],
  ['---', false],
  ['+---', false],
  ['++---', false],
])('what came out as %s holds: %s, and nothing more is measured', async (outcomes, isHeld) => {
  const left = [...outcomes];
  expect(await holdsMostly(async () => left.shift() === '+')).toBe(isHeld);
  expect(left).toEqual([]);
});
