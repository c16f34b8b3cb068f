import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { FoundLine } from '../../shared/contract/documents/folder-search.ts';
import { changesOf, isStillThere } from './match-changes.ts';

const doc = Text.of(['a = needle', 'needle', 'ä needle needle', 'end']);
const match = (column: number, text: string, replacement?: string) => ({
  ...{ column, text, from: 0, to: 0 },
  ...(replacement !== undefined && { replacement }),
});
const lines: FoundLine[] = [
  { line: 1, text: '', matches: [match(5, 'needle\nneedle', '1\n2\n3')] },
  { line: 3, text: '', matches: [match(3, 'needle', ''), match(10, 'needle', '$&')] },
];

test('matches give way to their replacements, over lines too, and back', () => {
  const changes = changesOf(doc, lines);
  const changed = changes?.apply(doc);
  expect(changed?.toString()).toBe('a = 1\n2\n3\nä  $&\nend');
  expect(changes && changed && isStillThere(changed, changes)).toBe(true);
  expect(changed && changes?.invert(doc).apply(changed).eq(doc)).toBe(true);
});

test('line ends are those of the editor’s text, which has `\r` only in a file of mixed ones', () => {
  const found: FoundLine[] = [{ line: 2, text: '', matches: [match(1, 'a\r\nb', 'b\r\na')] }];
  expect(
    changesOf(Text.of(['', 'a', 'b']), found)
      ?.apply(Text.of(['', 'a', 'b']))
      .toString(),
  ).toBe('\nb\na');
  const mixed = Text.of(['', 'a\r', 'b']);
  expect(changesOf(mixed, found)?.apply(mixed).toString()).toBe('\nb\r\na');
});

test.each([
  ['a match that is elsewhere by now', ['x', ...doc.toString().split('\n')]],
  ['a text that is shorter', ['a = needle']],
  ['another case', doc.toString().toUpperCase().split('\n')],
])('nothing is changed with %s', (_, now) => {
  expect(changesOf(Text.of(now), lines)).toBeNull();
});

test('nothing is taken back from a text that was changed since', () => {
  const changes = changesOf(doc, lines) ?? expect.fail();
  expect(isStillThere(doc, changes)).toBe(false);
  expect(isStillThere(Text.of(changes.apply(doc).toString().replace('$&', '??').split('\n')), changes)).toBe(false);
});
