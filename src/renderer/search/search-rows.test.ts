import { expect, test } from 'vitest';
import type { FoundFile, FoundLine } from '../../shared/contract/documents/folder-search.ts';
import { nextMatch, partsOf, rowsOf, shiftOf } from './search-rows.ts';

const match = (from: number, to: number, replacement?: string) => ({
  ...{ column: from + 1, text: '', from, to },
  ...(replacement !== undefined && { replacement }),
});
const around: FoundLine = { line: 1, text: 'before', matches: [] };
const found: FoundLine = { line: 2, text: 'a needle, needle', matches: [match(2, 8), match(10, 16)] };
const files: FoundFile[] = [
  { path: '/p/a.ts', lines: [around, found] },
  { path: '/p/b.ts', lines: [found] },
];

test('a file has a row, and each of its lines while it is expanded', () => {
  const keys = (...collapsed: string[]) => rowsOf(files, new Set(collapsed)).map(({ key }) => key);
  expect(keys()).toEqual(['/p/a.ts', '/p/a.ts:1', '/p/a.ts:2', '/p/b.ts', '/p/b.ts:2']);
  expect(keys('/p/a.ts')).toEqual(['/p/a.ts', '/p/b.ts', '/p/b.ts:2']);
});

test('a row that is pointed at is followed to where it is among others', () => {
  const [before, after] = [rowsOf(files.slice(1), new Set()), rowsOf(files, new Set())];
  expect([0, 1, 2, -1].map((place) => shiftOf(before, after, place))).toEqual([3, 3, 0, 0]);
  expect(shiftOf(after, before, 4)).toBe(-3);
  expect(shiftOf(after, before, 1)).toBe(0);
});

test('from match to match, round the ends and past lines around them', () => {
  const rows = rowsOf(files, new Set());
  expect([-1, 0, 2, 4].map((from) => nextMatch(rows, from, 1))).toEqual([2, 2, 4, 2]);
  expect([0, 2, 4].map((from) => nextMatch(rows, from, -1))).toEqual([4, 4, 2]);
  expect(nextMatch([], 0, 1)).toBe(-1);
});

test('a line shows what is found, and what takes its place', () => {
  const texts = (line: FoundLine) => partsOf(line).map(({ kind, text }) => `${kind} ${text}`);
  expect(texts(found)).toEqual(['plain a ', 'found needle', 'plain , ', 'found needle']);
  expect(texts({ ...found, matches: [match(2, 8, 'x\ny'), match(10, 90, '')] })).toEqual([
    'plain a ',
    'removed needle',
    'added x⏎y',
    'plain , ',
    'removed needle',
  ]);
  const late = { ...found, text: `  ${'x'.repeat(30)}needle`, matches: [match(32, 38)] };
  expect(texts(late)).toEqual([`plain …${'x'.repeat(11)}`, 'found needle']);
  // It lies beyond what is shown of the line.
  expect(texts({ ...found, matches: [match(40, 46)] })).toEqual(['plain a needle, needle']);
});
