import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usualDeadlines } from '../../deadlines.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createBufferBridge } from '../buffer-bridge.ts';
import type { ChangedThread } from '../changed-threads.ts';
import { createBlobStore } from '../checkpoints/blob-store.ts';
import { createDiskReader } from '../checkpoints/file-snapshot.ts';
import { createPresentFiles } from '../present-files.ts';
import { createShownPaths } from './shown-paths.ts';
import { createThreadReview } from './thread-review.ts';

test('lines that were counted while the file was written to are not those of the file as it was looked at', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.txt');
  const store = createBlobStore(join(folder, 'blobs'));
  const base = { type: 'file', hash: await store.put(Buffer.from('0\n')), size: 2, mode: 0o644 } as const;
  const publish = () => undefined;
  const bridge = createBufferBridge({ publish, openPaths: () => [], deadlines: usualDeadlines.window });
  const files = createPresentFiles({ disk: createDiskReader(), bridge, readingOf: () => undefined, publish });
  let meanwhile: string | null = null;
  const review = createThreadReview({
    files: {
      ...files,
      async text(of) {
        if (meanwhile !== null) await writeFile(of, meanwhile);
        return files.text(of);
      },
    },
    store,
    shownPaths: createShownPaths(() => folder),
  });
  const changes = { reviewed: new Map([[path, { base }]]), checkpoints: () => [], lastPutBack: () => null };
  const thread = { id: 'a', changes } as unknown as ChangedThread;
  const added = async () => (await review.snapshot(thread)).files.map((file) => file.added);

  await writeFile(path, '1\n');
  meanwhile = '1\n2\n';
  await added();
  meanwhile = null;
  await writeFile(path, '1\n');
  expect(await added()).toEqual([1]);
});

test('a file that cannot be looked at is not rejected as one that is as before', async () => {
  const unreadable = new Error('The editor did not answer.');
  const review = createThreadReview({
    files: { look: () => Promise.reject(unreadable), text: () => Promise.reject(unreadable) },
    store: createBlobStore(await temporaryFolder()),
    shownPaths: createShownPaths(() => null),
  });
  const changes = { reviewed: new Map([['/a.txt', { base: null }]]), made: [] };
  const thread = { id: 'a', changes } as unknown as ChangedThread;
  await expect(review.planReject(thread, '/a.txt')).rejects.toBe(unreadable);
});
