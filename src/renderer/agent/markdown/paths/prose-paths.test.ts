import { expect, test } from 'vitest';
import { expectToGrowWithText } from '../../../../shared/testing/growth.ts';
import { prosePaths } from './prose-paths.ts';

const named = (text: string, isOpen = false) =>
  prosePaths(text, 'posix', isOpen).flatMap(({ text: name, target }) => (target ? [[name, target]] : []));
const paths = (text: string, isOpen = false) =>
  prosePaths(text, 'posix', isOpen).flatMap(({ text: name, target }) => (target ? [name] : []));

test('words that read as files are found with their places, and the text stays as it is', () => {
  const text = 'See src/main/a.ts:40, (b.ts#L4-L9) and “docs/c d.md”: app/(shop)/page.tsx. Then ./x.py:3:7!';
  expect(named(text)).toEqual([
    ['src/main/a.ts:40', { kind: 'file', path: 'src/main/a.ts', line: 40 }],
    ['b.ts#L4-L9', { kind: 'file', path: 'b.ts', line: 4, endLine: 9 }],
    ['d.md', { kind: 'file', path: 'd.md' }],
    ['app/(shop)/page.tsx', { kind: 'file', path: 'app/(shop)/page.tsx' }],
    ['./x.py:3:7', { kind: 'file', path: './x.py', line: 3, column: 7 }],
  ]);
  for (const one of [text, '', 'nothing', ' a.ts ', 'a.ts']) {
    const joined = prosePaths(one, 'posix', false).map((piece) => piece.text);
    expect(joined.join('')).toBe(one);
  }
});

test.each([
  ['in src/Makefile and .gitignore, not and/or', ['src/Makefile', '.gitignore']],
  [
    'app/[slug]/page.tsx:3 ([slug]/page.tsx:3), (shop)/page.tsx.',
    ['app/[slug]/page.tsx:3', '[slug]/page.tsx:3', '(shop)/page.tsx'],
  ],
  ['见src/a.ts:40。', ['src/a.ts:40']],
  ['看 src/a.ts，src/b.ts（src/c.ts）。', ['src/a.ts', 'src/b.ts', 'src/c.ts']],
  ['(see [src/a.ts]).', ['src/a.ts']],
  ['run ../LICENSE', ['../LICENSE']],
  [
    'See src/Makefile:3, the Dockerfile, README and bin/run:12.',
    ['src/Makefile:3', 'Dockerfile', 'README', 'bin/run:12'],
  ],
  ['Makefile:3 and (makefile)', ['Makefile:3', 'makefile']],
])('%j names %j', (text, expected) => {
  expect(paths(text)).toEqual(expected);
});

test.each([
  'and/or',
  'The Parser',
  'bin/run',
  'localhost:3000',
  'https://example.com/a.ts',
  'Wait... what',
  '1/2',
  'he/she',
  '...',
])('“%s” names no file', (text) => {
  expect(paths(text)).toEqual([]);
});

test('the last word of what is still being written names nothing until something follows it', () => {
  const whole = 'Look at src/a.tsx, then b.ts';
  const seen = new Set<string>();
  for (let length = 1; length <= whole.length; length += 1)
    for (const path of paths(whole.slice(0, length), true)) seen.add(path);
  expect([...seen]).toEqual(['src/a.tsx']);
  expect(paths(whole)).toEqual(['src/a.tsx', 'b.ts']);
  expect(paths('b.ts ', true)).toEqual(['b.ts']);
});

test('paths are found in time that grows with the length of the text only', { tags: ['soak'] }, async () => {
  const hostile = ['a.ts ', 'a/', '(', ')', '.', 'a.ts:1', '#L1', '((a.ts))', 'a.ts,', ' '];
  await expectToGrowWithText(200_000, hostile, (text) => prosePaths(text, 'posix', false));
});
