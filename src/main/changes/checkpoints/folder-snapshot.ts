import { lstat } from 'node:fs/promises';
import { z } from 'zod/mini';
import type { BlobStore } from './blob-store.ts';
import { type DiskReader, type FileSnapshot, ignoreMissing, snapshotSchema } from './file-snapshot.ts';
import type { AskLook } from './folder-looks.ts';

/** Limits of the copy of a folder before a command. Sizes in bytes. */
export interface SnapshotLimits {
  readonly file: number;
  readonly files: number;
  readonly all: number;
  /** Of those that git ignores: what is beyond is no person's work as a rule, and is let be without a word. */
  readonly ignored: { readonly file: number; readonly files: number };
}
export const snapshotLimits: SnapshotLimits = {
  file: 5 * 1024 * 1024,
  files: 20_000,
  all: 500 * 1024 * 1024,
  ignored: { file: 64 * 1024, files: 500 },
};

/**
 * The files of a folder, hidden ones too, with the directories and links. Of those that git ignores small files alone,
 * such as `.env`, and nothing in an ignored directory.
 */
export interface FolderSnapshot {
  readonly root: string;
  /** Ms since 1970. */
  readonly at: number;
  readonly snapshots: Map<string, FileSnapshot>;
  /** Those that git ignores. */
  readonly ignored: ReadonlySet<string>;
  /** By which what was moved is known. */
  readonly inodes: ReadonlySet<number>;
  /** Those that are not kept, by why; directories as well. */
  readonly tooLarge: Set<string>;
  readonly unreadable: Set<string>;
  /** There are more files than are looked at, or more in them than is kept. */
  readonly isCut: boolean;
  /** The look that found it, and may find again that it is the same; null: something was looked at since. */
  look: string | null;
}

/** A snapshot as a file keeps it while a command runs. What was ignored matters in the one that it is compared with. */
export const savedSnapshotSchema = z.object({
  root: z.string(),
  at: z.number(),
  snapshots: z.array(z.tuple([z.string(), snapshotSchema])),
  inodes: z.array(z.number()),
  tooLarge: z.array(z.string()),
  unreadable: z.array(z.string()),
  isCut: z.boolean(),
});
export type SavedSnapshot = z.output<typeof savedSnapshotSchema>;

export const toSaved = ({
  snapshots,
  ignored: _ignored,
  look: _look,
  inodes,
  tooLarge,
  unreadable,
  ...rest
}: FolderSnapshot): SavedSnapshot => ({
  ...rest,
  snapshots: [...snapshots],
  inodes: [...inodes],
  tooLarge: [...tooLarge],
  unreadable: [...unreadable],
});
export const fromSaved = ({ snapshots, inodes, tooLarge, unreadable, ...rest }: SavedSnapshot): FolderSnapshot => ({
  ...rest,
  snapshots: new Map(snapshots),
  ignored: new Set(),
  inodes: new Set(inodes),
  tooLarge: new Set(tooLarge),
  unreadable: new Set(unreadable),
  look: null,
});

/** Of which what is changed is nothing to the other. */
export const copyOf = (folder: FolderSnapshot): FolderSnapshot => ({
  ...folder,
  snapshots: new Map(folder.snapshots),
  tooLarge: new Set(folder.tooLarge),
  unreadable: new Set(folder.unreadable),
});

export interface SnapshotDeps {
  readonly disk: DiskReader;
  readonly store: BlobStore;
  /** Absolute; not looked into: the app's own. */
  readonly ownDirectory: string;
  readonly limits?: SnapshotLimits;
  readonly askLook?: AskLook;
}

/** @returns what is at a path, as it was looked at, with its contents in the blob store */
export async function kept(
  path: string,
  looked: Promise<FileSnapshot>,
  { store }: Pick<SnapshotDeps, 'store'>,
): Promise<FileSnapshot> {
  const snapshot = await looked;
  const isMissing = snapshot?.type === 'file' && !(await store.has(snapshot.hash));
  if (isMissing) snapshot.hash = await store.putFile(path);
  return snapshot;
}

/** The present state of a path counts as its state when the snapshot was taken. */
export async function lookAgain(folder: FolderSnapshot, path: string, deps: SnapshotDeps): Promise<void> {
  const { snapshots, tooLarge, unreadable } = folder;
  const { limits = snapshotLimits } = deps;
  folder.look = null;
  for (const those of [snapshots, tooLarge, unreadable]) those.delete(path);
  try {
    const stats = await lstat(path).catch(ignoreMissing);
    if (stats?.isFile() && stats.size > limits.file) return void tooLarge.add(path);
    const snapshot = await kept(path, deps.disk.look(path, deps.store.put), deps);
    if (snapshot) snapshots.set(path, snapshot);
  } catch {
    unreadable.add(path);
  }
}

/** A sentence that names files which a restore would not bring back; null: none. */
export function missingFrom(
  { tooLarge, unreadable, isCut }: FolderSnapshot,
  limits: SnapshotLimits = snapshotLimits,
): string | null {
  if (isCut) {
    const most = `${limits.files.toLocaleString('en')} files or ${limits.all / 1024 / 1024} MB`;
    return `The folder has more than ${most}, so some changes by commands here cannot be undone.`;
  }
  const count = tooLarge.size + unreadable.size;
  if (count === 0) return null;
  const [one, more, why] =
    unreadable.size === 0
      ? ['one file', 'files', `larger than ${limits.file / 1024 / 1024} MB`]
      : ['one file or folder', 'files or folders', 'too large or not readable'];
  return `What a command changes in ${count === 1 ? one : `${count} ${more}`} (${why}) cannot be undone.`;
}
