import { describe, expect, test } from 'vitest';
import { describeExit, saysOutOfMemory } from './describe-exit.ts';

describe('describeExit', () => {
  test.each([
    [0, 'linux', 'it ended by itself'],
    [1, 'linux', 'it ended with code 1'],
    [7, 'darwin', 'it ended with code 7'],
    [6, 'linux', 'it was ended by SIGABRT'],
    [9, 'linux', 'it was ended by SIGKILL'],
    [11, 'linux', 'it was ended by SIGSEGV'],
    [15, 'linux', 'it was ended by SIGTERM'],
    [134, 'linux', 'it was ended by SIGABRT'],
    [137, 'darwin', 'it was ended by SIGKILL'],
    [139, 'linux', 'it was ended by SIGSEGV'],
    [143, 'linux', 'it was ended by SIGTERM'],
    [255, 'linux', 'it ended with code 255'],
    [-1, 'linux', 'it ended with code -1'],
    [9, 'win32', 'it ended with code 9'],
    [3221225477, 'win32', 'it crashed (access violation)'],
    [-1073741819, 'win32', 'it crashed (access violation)'],
    [-536870904, 'win32', 'it ran out of memory'],
  ] as const)('of %i on %s is told as: %s', (code, platform, words) => {
    expect(describeExit(code, platform)).toBe(words);
  });

  test('what the process said of its memory outranks the signal', () => {
    expect(describeExit(6, 'linux', true)).toBe('it ran out of memory');
    expect(describeExit(-2147483645, 'win32', true)).toBe('it ran out of memory');
  });
});

test.each([
  ['FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory', true],
  ['FATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed - JavaScript heap out of memory', true],
  ['FATAL ERROR: NewSpace::EnsureCurrentCapacity Allocation failed - JavaScript heap out of memory', true],
  ['I said: FATAL ERROR: JavaScript heap out of memory', false],
  ['FATAL ERROR: v8::ToLocalChecked Empty MaybeLocal', false],
])('whether the line “%s” says that memory ran out is known: %s', (line, isLastWord) => {
  expect(saysOutOfMemory(line)).toBe(isLastWord);
});
