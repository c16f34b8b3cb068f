import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { createBlobStore } from '../src/main/changes/checkpoints/blob-store.ts';
import { createDiskReader } from '../src/main/changes/checkpoints/file-snapshot.ts';
import { createSnapshots } from '../src/main/changes/checkpoints/take-snapshot.ts';
import { compare, type Measure, roundsOf } from './measure.ts';

/**
 * What a prompt to an agent waits for in a folder in which nothing has changed, over the least that tells it: one question to
 * the system for each path, in one thread.
 * @param folder an empty one, for what is kept
 */
export async function askFolder(project: string, folder: string): Promise<Measure> {
  const kept = join(folder, 'kept');
  const snapshots = createSnapshots({ disk: createDiskReader(), store: createBlobStore(kept), ownDirectory: kept });
  // The first reads all, and another one may find that its files were written just before it.
  await snapshots.take(project, true);
  const { snapshots: all } = await snapshots.take(project, true);
  const paths = [...all.keys()];
  const pairs: { value: number; floor: number }[] = [];
  for (let round = 0; round < roundsOf(41, 2); round++) {
    const begin = performance.now();
    await snapshots.take(project, true);
    const taken = performance.now();
    for (const path of paths) lstatSync(path);
    pairs.push({ value: taken - begin, floor: performance.now() - taken });
  }
  return compare('a look at the folder, nothing changed', 'ms', pairs);
}
