import { lstat, mkdir, opendir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copyEntry, isThere } from './entries.ts';
import { placeIsTaken, type Trash } from './trash.ts';

export interface KeptTrashOptions {
  /** Moves into the system's trash, which does not say where it is there. */
  moveToTrash(path: string): Promise<void>;
  /** A folder of the app's own for copies. */
  readonly copies: string;
  /** Largest copy in bytes; anything larger comes back from the system's trash alone. */
  readonly largest: number;
  /** The same for how much a folder holds. */
  readonly maxEntries: number;
}

/** The trash of a system that does not tell where things are in it (macOS, Windows): what may be wanted back is copied before. */
export function createKeptTrash({ moveToTrash, copies, largest, maxEntries }: KeptTrashOptions): Trash {
  // Of an earlier run nothing can be undone.
  const emptied = rm(copies, { recursive: true, force: true }).catch(() => undefined);

  async function keep(path: string): Promise<string | null> {
    if (!(await isSmall(path))) return null;
    const copy = join(copies, crypto.randomUUID(), basename(path));
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    await copyEntry(path, copy);
    return copy;
  }

  async function isSmall(path: string): Promise<boolean> {
    let bytes = 0;
    let entries = 0;
    const waiting = [path];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const stats = await lstat(next).catch(() => null);
      bytes += stats?.isFile() ? stats.size : 0;
      if (++entries > maxEntries || bytes > largest) return false;
      if (!stats?.isDirectory()) continue;
      for await (const entry of await opendir(next)) waiting.push(join(next, entry.name));
    }
    return true;
  }

  return {
    async put(path) {
      await emptied;
      const copy = await keep(path).catch(() => null);
      const drop = () => copy && rm(dirname(copy), { recursive: true, force: true });
      try {
        await moveToTrash(path);
      } catch (error) {
        await drop();
        throw error;
      }
      if (copy === null) return null;
      return async () => {
        if (await isThere(path)) throw placeIsTaken(path);
        await mkdir(dirname(path), { recursive: true });
        await copyEntry(copy, path);
        await drop();
      };
    },
  };
}
