import { expect, test } from 'vitest';
import { cutLines } from './cut-lines.ts';

test('a short text is one stretch', () => {
  expect(cutLines('one\ntwo')).toEqual([{ at: 0, text: 'one\ntwo' }]);
});

test('lines are whole, and the break between two stretches belongs to neither', () => {
  const text = Array.from({ length: 500 }, (_, n) => `line ${n} of a text`).join('\n');
  const stretches = cutLines(text);
  expect(stretches.length).toBeGreaterThan(2);
  expect(stretches.map((one) => one.text).join('\n')).toBe(text);
  for (const one of stretches) expect(text.startsWith(one.text, one.at)).toBe(true);
});

test('a line that takes too long to lay out is cut where words end, and nothing of it is lost', () => {
  const text = `begins\n${'some words '.repeat(20_000)}\nends`;
  const stretches = cutLines(text);
  expect(Math.max(...stretches.map((one) => one.text.length))).toBeLessThanOrEqual(10_000);
  for (const { at, text: some } of stretches) expect(text.startsWith(some, at)).toBe(true);
  const covered = stretches.reduce((all, one) => all + one.text.length, 0);
  expect(text.length - covered).toBeLessThanOrEqual(2);
  expect(stretches.slice(1, -1).every((one) => one.text.startsWith(' '))).toBe(true);
});

test('a word without end is cut between characters', () => {
  const text = `${'😀'.repeat(20_000)}`;
  const stretches = cutLines(text);
  expect(stretches.map((one) => one.text).join('')).toBe(text);
  for (const one of stretches) expect(one.text.isWellFormed()).toBe(true);
});
