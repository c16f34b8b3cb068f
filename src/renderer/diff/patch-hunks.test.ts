import { createTwoFilesPatch } from 'diff';
import { expect, test } from 'vitest';
import { firstLines } from './diff-hunk.ts';
import { patchHunks } from './patch-hunks.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const patchOf = (before: string, after: string) =>
  createTwoFilesPatch('a', 'b', before, after).split('\n').slice(3).join('\n');

test('lines have the numbers that they have in the file', () => {
  const before = lines(30);
  const after = before.with(4, 'new 5').toSpliced(20, 1, 'new 21', 'and 22');
  const hunks = patchHunks(patchOf(`${before.join('\n')}\n`, after.join('\n')));
  expect(hunks).toHaveLength(2);
  expect(hunks.flat().filter(({ kind }) => kind !== 'context')).toMatchObject([
    { kind: 'removed', text: 'line 5', number: 5 },
    { kind: 'added', text: 'new 5', number: 5 },
    { kind: 'removed', text: 'line 21', number: 21 },
    { kind: 'added', text: 'new 21', number: 21 },
    { kind: 'added', text: 'and 22', number: 22 },
    { kind: 'removed', text: 'line 30', number: 30 },
    { kind: 'added', text: 'line 30', number: 31 },
  ]);
  expect(hunks[1]?.at(-2)?.number).toBe(30);
});

test('a line at which a file ends without a line break says so', () => {
  const endsOf = (before: string, after: string) =>
    patchHunks(patchOf(before, after))
      .flat()
      .map(({ kind, isUnended = false }) => [kind, isUnended]);
  expect(endsOf('a\n', 'a')).toEqual([
    ['removed', false],
    ['added', true],
  ]);
  expect(endsOf('a', 'a\n')).toEqual([
    ['removed', true],
    ['added', false],
  ]);
  expect(endsOf('x\na', 'y\na').at(-1)).toEqual(['context', true]);
});

test('a line that looks like a head of a diff is a line', () => {
  const [hunk] = patchHunks(patchOf('-- a\n', '++ a\n@@ -1 +1 @@\n'));
  expect(hunk?.map(({ kind, text }) => [kind, text])).toEqual([
    ['removed', '-- a'],
    ['added', '++ a'],
    ['added', '@@ -1 +1 @@'],
  ]);
});

test('nothing to show is nothing', () => {
  expect(patchHunks('')).toEqual([]);
  expect(patchHunks('no patch at all')).toEqual([]);
});

test('the first lines are whole hunks as far as they go', () => {
  const hunks = patchHunks(patchOf(lines(40).join('\n'), lines(40).with(0, 'x').with(39, 'y').join('\n')));
  expect(firstLines(hunks, 100)).toBeNull();
  expect(firstLines(hunks, 3)?.flat()).toHaveLength(3);
  expect(firstLines(hunks, 7)?.flat()).toHaveLength(7);
});

test('a line that is too long counts as many, and is cut', () => {
  const hunks = patchHunks(patchOf('', `short\n${'x'.repeat(60_000)}\nlast\n`));
  const [first = []] = firstLines(hunks, 24) ?? [];
  expect(first.map(({ text }) => text.length)).toEqual([5, 23 * 80]);
  expect(firstLines(hunks, 752)).toBeNull();
});
