import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createFileMemo } from './file-memo.ts';

test('a file is read again when its size or its time is another, when it is gone, and when many others were read', async () => {
  const path = join(await temporaryFolder({ a: 'one' }), 'a');
  const memo = createFileMemo<number>(2);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return reads;
  };
  const look = async () => memo(path, await stat(path), read);
  expect([await look(), await look()]).toEqual([1, 1]);
  await utimes(path, 1, 1);
  expect([await look(), await look()]).toEqual([2, 2]);
  await writeFile(path, 'other');
  await utimes(path, 1, 1);
  expect([await look(), await look()]).toEqual([3, 3]);
  expect([await memo(path, null, read), await memo(path, null, read)]).toEqual([4, 4]);
  for (const other of ['b', 'c']) await memo(other, null, async () => 0);
  expect(await memo(path, null, read)).toBe(5);
});
