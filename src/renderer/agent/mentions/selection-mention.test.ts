import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { isOfLines } from '../../editor/last-copy.ts';
import { selectionMention } from './selection-mention.ts';

const doc = Text.of(['one', '  two', 'three', '', 'five']);
const mention = (from: number, to: number) => selectionMention({ path: '/p/a b.ts', doc, from, to }, 'posix');

test('a cursor is a place, a selection its lines', () => {
  expect(mention(6, 6)).toBe('[@a b.ts (2:3)](file:///p/a%20b.ts#L2:3)');
  expect(mention(1, 2)).toBe('[@a b.ts (1)](file:///p/a%20b.ts#L1-L1)');
  expect(mention(1, 12)).toBe('[@a b.ts (1-3)](file:///p/a%20b.ts#L1-L3)');
});

test('a line of which nothing but its beginning is selected does not count', () => {
  expect(mention(0, 4)).toBe('[@a b.ts (1)](file:///p/a%20b.ts#L1-L1)');
  expect(mention(0, 10)).toBe('[@a b.ts (1-2)](file:///p/a%20b.ts#L1-L2)');
});

test('a word that was copied is no copy of lines; what fills a line is', () => {
  expect(isOfLines(doc, 4, 9)).toBe(true);
  expect(isOfLines(doc, 6, 9)).toBe(true);
  expect(isOfLines(doc, 1, 8)).toBe(true);
  expect(isOfLines(doc, 6, 8)).toBe(false);
  expect(isOfLines(doc, 16, 16)).toBe(false);
});
