import type { ChangedThread, ChangedThreads } from '../changed-threads.ts';
import type { BlobStore } from './blob-store.ts';

/** Bytes of all contents together. */
export const maxBytes = 2 * 1024 ** 3;

/**
 * Deletes the contents that no checkpoint needs, and then the checkpoints of the threads that were changed longest
 * ago, until what is left is not too much. Nothing may be put meanwhile.
 * @returns how many threads lost theirs
 */
export async function limitStore(
  store: BlobStore,
  threads: ChangedThreads,
  running: ReadonlySet<string>,
  most = maxBytes,
): Promise<number> {
  const sweep = (): Promise<void> => {
    const named = new Set([...running, ...threads.all().flatMap(hashesOf)]);
    return store.sweep((hash) => named.has(hash));
  };
  await sweep();
  let lost = 0;
  const oldest = threads.all().sort((one, other) => lastAt(one) - lastAt(other));
  // The last thread keeps its own: it is the one at work.
  for (const thread of oldest.slice(0, -1)) {
    if (store.bytes() <= most) break;
    await threads.forget(thread.id);
    await sweep();
    lost += 1;
  }
  return lost;
}

const lastAt = ({ changes }: ChangedThread): number => changes.made.at(-1)?.at ?? 0;

function hashesOf({ changes }: ChangedThread): string[] {
  const snapshots = [
    ...[...changes.made, ...changes.begun.values()].flatMap(({ paths }) =>
      paths.flatMap(({ before, after }) => [before, after]),
    ),
    ...[...changes.reviewed.values()].map(({ base }) => base),
  ];
  return snapshots.flatMap((snapshot) => (snapshot?.type === 'file' ? [snapshot.hash] : []));
}
