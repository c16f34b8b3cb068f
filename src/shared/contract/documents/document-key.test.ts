import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { freeUntitledKey, isUntitled, untitledDocument } from './document-key.ts';

test('the key of an untitled document is no absolute path, and no absolute path is such a key', () => {
  const key = freeUntitledKey(new Set());
  expect(isUntitled(key)).toBe(true);
  expect([posix.isAbsolute(key), win32.isAbsolute(key)]).toEqual([false, false]);
  for (const path of ['/untitled:/Untitled-1', 'C:\\untitled:\\a', '\\\\untitled:\\share'])
    expect(isUntitled(path)).toBe(false);
});

test('the smallest number that is free is taken', () => {
  const [first, second, third] = [1, 2, 3].map((number) => `untitled:/Untitled-${number}`);
  expect(freeUntitledKey(new Set([second ?? '']))).toBe(first);
  expect(freeUntitledKey(new Set([first ?? '', second ?? '', '/p/Untitled-3']))).toBe(third);
});

test('it is based on nothing, whose revision no bytes have', () => {
  expect(untitledDocument('untitled:/Untitled-1')).toMatchObject({ text: '', revision: 'untitled', isReadOnly: false });
});
