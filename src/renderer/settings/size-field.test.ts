import { expect, test } from 'vitest';
import { readSize } from './size-field.ts';

test.each([
  ['2 MB', 2 * 1024 * 1024],
  ['2', 2 * 1024 * 1024],
  ['1.5mb', 1.5 * 1024 * 1024],
  ['1,5 MB', 1.5 * 1024 * 1024],
  [' 500 kb ', 500 * 1024],
  ['', undefined],
])('%j is a size that a person may mean', (typed, value) => {
  expect(readSize('answer', typed)).toEqual({ value });
});

test.each(['lots', '-1', '0', '1 KB', '17 MB', '1.2.3', '5 TB', 'MB'])(
  '%j is refused, with what could be written',
  (typed) => {
    expect(readSize('answer', typed)).toEqual({
      problem: 'Write a size from 10 KB to 16 MB, or nothing for 2 MB.',
    });
  },
);
