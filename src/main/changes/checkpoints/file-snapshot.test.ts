import { execFileSync } from 'node:child_process';
import { lstat, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createBlobStore } from './blob-store.ts';
import { createDiskReader } from './file-snapshot.ts';

test.runIf(process.platform !== 'win32').each([
  ['a pipe', 3, (path: string) => void execFileSync('mkfifo', [path])],
  ['a link to what has no end', 3, (path: string) => symlink('/dev/zero', path)],
  ['a pipe in place of a large file', 6 * 1024 * 1024, (path: string) => void execFileSync('mkfifo', [path])],
])('%s that comes in the instant of a look holds nothing up', async (_, size, make) => {
  const path = join(await temporaryFolder(), 'a');
  await writeFile(path, 'one');
  await truncate(path, size);
  const stats = await lstat(path);
  await rm(path);
  await make(path);
  await createDiskReader()
    .lookAt(path, stats)
    .catch(() => {});
});

test('what a failure of the machine left of a content is written again', async () => {
  const folder = await temporaryFolder({ file: 'content' });
  const path = join(folder, 'file');
  const directory = join(folder, 'blobs');
  const bytes = Buffer.from('content');
  const hash = await createBlobStore(directory).put(bytes);
  const damage = () => truncate(join(directory, hash.slice(0, 2), hash.slice(2)), 0);
  for (const again of ['put', 'putFile'] as const) {
    await damage();
    const store = createBlobStore(directory);
    expect(await store.has(hash, bytes.length)).toBe(false);
    expect(await (again === 'put' ? store.put(bytes) : store.putFile(path))).toBe(hash);
    expect(String(await store.read(hash, path))).toBe('content');
  }
});
