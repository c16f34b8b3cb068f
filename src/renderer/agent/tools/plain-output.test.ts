import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headOf, lineCount, plainOutput, tailOf } from './plain-output.ts';

test('colours of a terminal go, and a line that was written over shows what it says in the end', () => {
  expect(plainOutput('\u001b[32mok\u001b[0m 3 tests\r\n')).toBe('ok 3 tests\n');
  expect(plainOutput('10 %\r50 %\r100 %\ndone')).toBe('100 %\ndone');
  expect(plainOutput('10 %\r50 %\r')).toBe('50 %');
  expect(plainOutput('\u001b]0;title\u0007text \u001b[2K\u001b[1Gnext')).toBe('text next');
  expect(plainOutput('plain\n')).toBe('plain\n');
});

test('head and tail are whole lines of the text, few enough', () => {
  const text = 'one\ntwo\nthree\nfour\n';
  const all = { lines: 4, characters: 100 };
  expect([headOf(text, all), tailOf(text, all)]).toEqual([null, text]);
  const two = { lines: 2, characters: 100 };
  expect([headOf(text, two), tailOf(text, two)]).toEqual(['one\ntwo', 'three\nfour\n']);
  const short = { lines: 10, characters: 9 };
  expect([headOf(text, short), tailOf(text, short)]).toEqual(['one\ntwo', 'four\n']);
  const long = 'x'.repeat(50);
  expect([headOf(long, short), tailOf(long, short)]).toEqual(['x'.repeat(9), 'x'.repeat(9)]);
  expect(['', 'a', 'a\n', 'a\nb', '\n\n'].map(lineCount)).toEqual([0, 1, 1, 2, 2]);
});

test('however a text is made, head and tail are its beginning and its end within their bounds', () => {
  const lines = fc.array(fc.constantFrom('', 'a', 'some words', '\n'), { maxLength: 30 });
  const bounds = fc.record({ lines: fc.integer({ min: 1, max: 8 }), characters: fc.integer({ min: 1, max: 40 }) });
  fc.assert(
    fc.property(lines, bounds, (parts, bound) => {
      const text = parts.join('\n');
      const head = headOf(text, bound) ?? text;
      const tail = tailOf(text, bound);
      expect(text.startsWith(head)).toBe(true);
      expect(text.endsWith(tail)).toBe(true);
      for (const part of [head, tail]) {
        expect(part.length).toBeLessThanOrEqual(bound.characters);
        expect(lineCount(part)).toBeLessThanOrEqual(bound.lines);
      }
    }),
  );
});
