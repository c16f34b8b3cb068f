import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createLongTexts } from './long-texts.ts';

const part = 'x'.repeat(64 * 1024);
const long = Array.from({ length: 100 }, (_, at) => `${at} ${part}`);

afterEach(() => {
  vi.useRealTimers();
});

test('a short text goes at once, a long one in a few pieces, once', () => {
  const texts = createLongTexts();
  expect(texts.give(['one ', 'two'])).toBe('one two');
  const given = texts.give(long);
  if (typeof given === 'string') throw new Error('it went at once');
  expect(given.pieces).toBeLessThan(10);
  const pieces = Array.from({ length: given.pieces }, (_, at) => texts.piece(given.id, at));
  expect(pieces.join('') === long.join('')).toBe(true);
  expect(() => texts.piece(given.id, 0)).toThrow('no longer kept');
});

test('a text from the page is taken once it is there, and only then', () => {
  const texts = createLongTexts();
  expect(texts.take('short')).toEqual(['short']);
  const id = randomUUID();
  texts.keep(id, 0, 'one ');
  texts.keep(id, 1, 'two');
  expect(texts.take({ id, pieces: 2 })).toEqual(['one ', 'two']);
  expect(() => texts.take({ id, pieces: 2 })).toThrow();
  texts.keep(id, 0, 'one ');
  expect(() => texts.take({ id, pieces: 2 })).toThrow('Not all of the text');
  texts.keep(id, 0, 'one ');
  expect(() => texts.keep(id, 2, 'three')).toThrow('does not belong there');
  expect(() => texts.keep(id, 1, 'two')).toThrow();
});

test('what nobody goes on with is forgotten after a minute', () => {
  vi.useFakeTimers();
  const texts = createLongTexts();
  const given = texts.give(long);
  if (typeof given === 'string') throw new Error('it went at once');
  vi.advanceTimersByTime(50_000);
  texts.piece(given.id, 0);
  vi.advanceTimersByTime(50_000);
  texts.piece(given.id, 1);
  vi.advanceTimersByTime(61_000);
  expect(() => texts.piece(given.id, 2)).toThrow('no longer kept');
  const id = randomUUID();
  texts.keep(id, 0, 'begun');
  vi.advanceTimersByTime(50_000);
  texts.keep(id, 0, 'begun anew');
  vi.advanceTimersByTime(50_000);
  expect(texts.take({ id, pieces: 1 })).toEqual(['begun anew']);
});
