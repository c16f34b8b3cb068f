import { access, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { appTextFolder } from '../../../../shared/app-texts.ts';
import type { ThreadLog } from './thread-log.ts';

/** Time in ms during which a deleted thread can be restored. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Threads that a person deleted: their files are in `deleted/`, each with the time of that as its own. */
export type DeletedThreads = ReturnType<typeof createDeletedThreads>;

/** @param onPurged told of each that is gone for good */
export function createDeletedThreads(
  { directory, pathOf }: Pick<ThreadLog, 'directory' | 'pathOf'>,
  onPurged: (id: string) => void,
) {
  const folder = join(directory, 'deleted');
  const deletedPath = (id: string): string => join(folder, `${id}.jsonl`);
  const isThere = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );

  return {
    /** Takes the file of a closed thread away; without one there is nothing to do. @throws the system's error */
    async take(id: string) {
      if (!(await isThere(pathOf(id)))) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Before the move: a crash between the two leaves a thread that was not deleted, not one that is purged too soon.
      const now = new Date();
      await utimes(pathOf(id), now, now);
      await rename(pathOf(id), deletedPath(id));
    },
    /** @returns whether there was such a thread. @throws the system's error */
    async putBack(id: string) {
      if (!z.uuid().safeParse(id).success || !(await isThere(deletedPath(id)))) return false;
      // Never over a thread that is there.
      if (await isThere(pathOf(id))) return false;
      await rename(deletedPath(id), pathOf(id));
      return true;
    },
    /** Ends those that were deleted long ago. Never rejects. */
    async purge() {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((each) => each.endsWith('.jsonl'))) {
        const path = join(folder, name);
        const deleted = await stat(path).catch(() => null);
        if (!deleted?.isFile() || Date.now() - deleted.mtimeMs < keptMs) continue;
        await rm(path, { force: true }).catch(() => {});
        const id = name.replace(/\.jsonl$/, '');
        onPurged(id);
        await rm(join(directory, appTextFolder, id), { recursive: true, force: true }).catch(() => {});
      }
    },
  };
}
