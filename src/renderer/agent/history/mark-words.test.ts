import { expect, test } from 'vitest';
import { hasWords, markWords, wordsOf } from './mark-words.ts';

const marked = (text: string, query: string) =>
  markWords(text, wordsOf(query))
    .map((run) => (run.isMarked ? `[${run.text}]` : run.text))
    .join('');

test('every place of every word is marked, whatever its case; nothing is lost', () => {
  expect(marked('Fix the Parser, then parse', ' parse FIX')).toBe('[Fix] the [Parse]r, then [parse]');
  expect(marked('abcabc', 'bc ab')).toBe('[ab][c][ab][c]');
  expect(marked('aaaa', 'aa a')).toBe('[aa][aa]');
  expect(marked('nothing here', 'zzz')).toBe('nothing here');
  expect(marked('', 'a')).toBe('');
  expect(marked('İstanbul by night', 'night')).toBe('İstanbul by night');
});

test('a text has the words in any order', () => {
  expect(hasWords('Fix the parser', wordsOf('PARS fix'))).toBe(true);
  expect(hasWords('Fix the parser', wordsOf('pars lexer'))).toBe(false);
});
