import { expect, test } from 'vitest';
import { linesOf, piecesOf } from './document-text.ts';

test('a text is given in pieces, none of which ends within a character', () => {
  for (const text of ['', 'a', 'ab\ncd', '😀😀\n😀a😀', 'a😀']) {
    for (const length of [2, 3, 100]) {
      const pieces = [...piecesOf(linesOf(text), length)];
      expect([text, length, pieces.join('')]).toEqual([text, length, text]);
      expect(pieces.filter((piece) => !piece.isWellFormed())).toEqual([]);
    }
  }
  expect([...piecesOf(linesOf('abc'), 2)]).toEqual(['ab', 'c']);
});
