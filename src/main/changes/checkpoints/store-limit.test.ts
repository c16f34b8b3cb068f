import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createChangedThreads } from '../changed-threads.ts';
import { createBlobStore } from './blob-store.ts';
import { limitStore } from './store-limit.ts';

test('over the limit the checkpoints that were made longest ago go first, and the last ones stay', async () => {
  const folder = await temporaryFolder();
  const store = createBlobStore(join(folder, 'blobs'));
  const threads = createChangedThreads(join(folder, 'threads'));
  await threads.load(() => {});
  const hashes = [];
  for (const [at, id] of ['third', 'first', 'second'].entries()) {
    const bytes = Buffer.alloc(1000, id);
    const hash = await store.put(bytes);
    hashes.push(hash);
    const before = { type: 'file' as const, hash, size: 1000, mode: 0o644 };
    const time = id === 'first' ? 1 : at + 10;
    await threads.get(id).write([
      {
        type: 'change',
        id,
        at: time,
        kind: 'turn',
        promptId: 'p',
        paths: [{ path: '/a', before, after: null }],
        moves: [],
      },
      { type: 'done', id },
    ]);
  }
  const running = await store.put(Buffer.alloc(500, 'running'));
  const unused = await store.put(Buffer.from('unused'));
  expect(await limitStore(store, threads, new Set([running]), 2600)).toBe(1);
  expect(threads.all().map(({ id }) => id)).toEqual(['third', 'second']);
  const all = [...hashes.map((hash) => [hash, 1000] as const), [running, 500] as const, [unused, 6] as const];
  expect(await Promise.all(all.map(([hash, size]) => store.has(hash, size)))).toEqual([true, false, true, true, false]);
  expect(store.bytes()).toBe(2500);
  expect(await limitStore(store, threads, new Set(), 0)).toBe(1);
  expect(threads.all().map(({ id }) => id)).toEqual(['second']);
});

test('contents are kept although somebody deleted the store meanwhile', async () => {
  const folder = await temporaryFolder();
  const store = createBlobStore(join(folder, 'blobs'));
  await store.put(Buffer.from('one'));
  await rm(join(folder, 'blobs'), { recursive: true });
  const hash = await store.put(Buffer.from('two'));
  expect((await store.read(hash, '/a')).toString()).toBe('two');
});
