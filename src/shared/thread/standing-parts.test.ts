import { expect, test } from 'vitest';
import type { AnswerPart } from '../contract/thread-view.ts';
import { standingParts } from './standing-parts.ts';

/** Notation of parts: a letter is a text, "|" a step, "!" a broken-off attempt. */
const parts = (letters: string): AnswerPart[] =>
  [...letters].map((letter) => {
    if (letter === '|') return { type: 'step' };
    if (letter === '!') return { type: 'broken-off', failure: { code: 'network', message: 'Gone.' }, at: 1 };
    return { type: 'text', text: letter };
  });

test.each([
  ['ab', 'ab'],
  ['ab!', ''],
  ['a!b!c', 'c'],
  ['a|b!c|d', 'a|c|d'],
  ['a!b|c!', 'b|'],
  ['a|!b', 'a|b'],
  ['', ''],
])('of %s what stands is %s', (all, standing) => {
  expect(standingParts(parts(all))).toEqual(parts(standing));
});
