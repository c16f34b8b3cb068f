import { expect, test } from 'vitest';
import { leftWords } from './left-words.ts';

test.each([
  [null, 'a.txt was left as it is: its text is not what was found. Search again.'],
  ['utf16le', 'a.txt was left as it is: its text is not what was found. Search again.'],
  [
    'shiftjis',
    'a.txt was left as it is: Find in Folder does not read its encoding, Shift JIS. Open it and use Find there.',
  ],
] as const)('a file in %s is left as it is for the reason that is so', (encoding, words) => {
  expect(leftWords('/b/a.txt', encoding)).toBe(words);
});
