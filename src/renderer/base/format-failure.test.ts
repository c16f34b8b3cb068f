import { expect, test } from 'vitest';
import { endSentence, formatFailure } from './format-failure.ts';

test.each([
  ['Cannot read properties of undefined', 'Cannot read properties of undefined.'],
  ['It is full.', 'It is full.'],
  ['Why?', 'Why?'],
  ['It says “no.”', 'It says “no.”'],
  ['in activate (main.js:3)', 'in activate (main.js:3).'],
  ['with a line break\n', 'with a line break.'],
])('%j ends as a sentence', (words, sentence) => expect(endSentence(words)).toBe(sentence));

test('the next step follows as a sentence of its own', () => {
  expect(formatFailure({ code: 'extension-failed', message: 'Runw failed: no in activate' })).toBe(
    'Runw failed: no in activate. Try again, or read the extension’s log.',
  );
});
