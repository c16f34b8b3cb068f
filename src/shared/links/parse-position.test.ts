import { expect, test } from 'vitest';
import { parseFragment, splitSuffix } from './parse-position.ts';

test('a pair is a range, or line and column when the label repeats it or it runs backwards', () => {
  expect(parseFragment('L3:9')).toEqual({ line: 3, endLine: 9 });
  expect(parseFragment('L3:9', '@a.ts (3:9)')).toEqual({ line: 3, column: 9 });
  expect(parseFragment('L9:3')).toEqual({ line: 9, column: 3 });
});

test('a fragment that names no line gives null, line 0 an empty position', () => {
  expect(parseFragment('usage')).toBeNull();
  expect(parseFragment('L3x')).toBeNull();
  expect(parseFragment('L0')).toEqual({});
});

test('a suffix is taken off only where the path ends', () => {
  expect(splitSuffix('/p/a.ts:12:3')).toEqual({ rest: '/p/a.ts', position: { line: 12, column: 3 } });
  expect(splitSuffix('/p/a.ts:12:3-20:1')).toEqual({ rest: '/p/a.ts', position: { line: 12, column: 3, endLine: 20 } });
  expect(splitSuffix('/p/a:12/b')).toEqual({ rest: '/p/a:12/b', position: null });
});
