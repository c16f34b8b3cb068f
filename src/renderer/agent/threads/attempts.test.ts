import { expect, test } from 'vitest';
import type { AnswerPart } from '../../../shared/contract/thread-view.ts';
import { stretchesOf } from './attempts.ts';

const text = (words: string): AnswerPart => ({ type: 'text', text: words });
const step: AnswerPart = { type: 'step' };
const brokenOff: AnswerPart = { type: 'broken-off', failure: { code: 'network', message: 'It is gone.' }, at: 1 };

/** Notation: standing parts in brackets, broken-off parts in parentheses. */
const divided = (...parts: AnswerPart[]) =>
  stretchesOf(parts)
    .map(({ from, to, brokenOff: end }) => {
      const words = parts.slice(from, to).map((part) => (part.type === 'text' ? part.text : part.type));
      return end ? `(${words})` : `[${words}]`;
    })
    .join(' ');

test('an attempt goes back to the step before it, or to the attempt before it', () => {
  expect(divided(text('a'))).toBe('[a]');
  expect(divided(text('a'), brokenOff)).toBe('(a)');
  expect(divided(text('a'), brokenOff, text('b'), brokenOff, text('c'))).toBe('(a) (b) [c]');
  expect(divided(text('a'), step, text('b'), brokenOff, text('c'))).toBe('[a,step] (b) [c]');
  expect(divided(text('a'), brokenOff, text('b'), step, text('c'), brokenOff)).toBe('(a) [b,step] (c)');
});

test('an attempt that said nothing is still told of', () => {
  expect(divided(brokenOff, brokenOff, text('a'))).toBe('() () [a]');
  expect(divided()).toBe('');
});
