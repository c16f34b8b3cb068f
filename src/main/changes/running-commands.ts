import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { syncDirectory, syncFile } from '../documents/saving/atomic-write.ts';
import { type FolderSnapshot, fromSaved, savedSnapshotSchema, toSaved } from './checkpoints/folder-snapshot.ts';

const listSchema = z.array(
  z.object({
    commands: z.array(z.object({ threadId: z.string(), promptId: z.string() })),
    /** As of the snapshot, which may be that of an earlier look that found the same. */
    at: z.number(),
    /** The file of the snapshot. */
    file: z.string().check(z.regex(/^[\w-]+\.json$/)),
  }),
);

interface Running {
  readonly snapshot: FolderSnapshot;
  readonly running: readonly { readonly threadId: string; readonly promptId: string }[];
}

/** Files of snapshots that stay for the next command, as they are of folders in which nothing changed. */
const maxFiles = 8;

/**
 * The commands that run and what was in their folders before, on disk for the next start. Once it is written, that holds if
 * the app is killed; if the machine fails, a moment later, as does what a command writes in that moment.
 * Its methods run one after the other.
 * @param directory absolute; made when it is needed
 */
export function createRunningCommands(directory: string) {
  const listPath = join(directory, 'commands.json');
  /** By their looks. */
  const files = new Map<string, string>();
  let syncing = Promise.resolve();

  async function place(path: string, text: string): Promise<void> {
    const temp = `${path}.new`;
    try {
      await writeFile(temp, text, { mode: 0o600 });
      await rename(temp, path);
    } catch (error) {
      await rm(temp, { force: true }).catch(() => {});
      throw error;
    }
  }

  async function fileOf(snapshot: FolderSnapshot): Promise<string> {
    const { look } = snapshot;
    const before = look === null ? undefined : files.get(look);
    if (before !== undefined) return before;
    const file = `${randomUUID()}.json`;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await place(join(directory, file), JSON.stringify(toSaved(snapshot)));
    files.set(look ?? file, file);
    return file;
  }

  /** Removes the oldest files that nobody needs. */
  async function sweep(needed: ReadonlySet<string>): Promise<void> {
    const free = [...files].filter(([, file]) => !needed.has(file));
    // What was looked at again is found by no look.
    const gone = free.filter(([look, file], index) => look === file || index < files.size - maxFiles);
    for (const [look, file] of gone) {
      files.delete(look);
      await rm(join(directory, file), { force: true });
    }
  }

  function syncLater(names: readonly string[]): void {
    syncing = syncing.then(async () => {
      // Systems that cannot do it, and files that are gone by then, are left alone.
      for (const name of names) await syncFile(join(directory, name)).catch(() => {});
      await syncDirectory(directory);
    });
  }

  async function write(folders: Iterable<Running>): Promise<void> {
    const list: z.output<typeof listSchema> = [];
    for (const { running, snapshot } of folders) {
      const commands = running.map(({ threadId, promptId }) => ({ threadId, promptId }));
      list.push({ commands, at: snapshot.at, file: await fileOf(snapshot) });
    }
    if (list.length === 0) await rm(listPath, { force: true });
    else await place(listPath, JSON.stringify(list));
    const named = list.map(({ file }) => file);
    if (list.length > 0) syncLater([...named, 'commands.json']);
    await sweep(new Set(named));
  }

  return {
    /** Replaces what is on disk. @throws the system's error */
    async save(folders: readonly Running[]) {
      try {
        await write(folders);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        // Somebody may have deleted them.
        files.clear();
        await write(folders);
      }
    },
    /** Writes a snapshot for a command that may come, so that it does not have to wait for that. Never rejects. */
    async prepare(snapshot: FolderSnapshot) {
      if (snapshot.look !== null) await fileOf(snapshot).catch(() => {});
    },
    /** What ran when the app ended; null: nothing. @throws what was written cannot be read */
    async read() {
      const text = await readFile(listPath, 'utf8').catch(() => null);
      if (text === null) return null;
      return Promise.all(
        listSchema.parse(JSON.parse(text)).map(async ({ commands, at, file }) => {
          const saved = savedSnapshotSchema.parse(JSON.parse(await readFile(join(directory, file), 'utf8')));
          return { commands, snapshot: { ...fromSaved(saved), at } };
        }),
      );
    },
    async clear() {
      files.clear();
      await rm(directory, { recursive: true, force: true });
    },
    /** Resolves when all is on disk, also for a crash of the machine. */
    synced: () => syncing,
  };
}
