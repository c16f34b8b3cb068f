import { z } from 'zod/mini';
import { type FileSnapshot, snapshotSchema } from './file-snapshot.ts';

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
  readonly snapshots: ReadonlyMap<string, FileSnapshot>;
  /** Those that git ignores. */
  readonly ignored: ReadonlySet<string>;
  /** By which what was moved is known. */
  readonly inodes: ReadonlySet<number>;
  /** Those that are not kept, by why; directories as well. */
  readonly tooLarge: ReadonlySet<string>;
  readonly unreadable: ReadonlySet<string>;
  /** There are more files than are looked at, or more in them than is kept. */
  readonly isCut: boolean;
  /** The look that found it, and may find again that it is the same; null: something was looked at since. */
  readonly look: string | null;
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

/** What a look at a path has found; the strings: what is not kept. */
export type Found = FileSnapshot | 'too-large' | 'unreadable';

/** @returns the snapshot as if that had been at these paths when it was taken */
export function withFound(folder: FolderSnapshot, found: ReadonlyMap<string, Found>): FolderSnapshot {
  const snapshots = new Map(folder.snapshots);
  const tooLarge = new Set(folder.tooLarge);
  const unreadable = new Set(folder.unreadable);
  for (const [path, one] of found) {
    for (const those of [snapshots, tooLarge, unreadable]) those.delete(path);
    if (one === 'too-large') tooLarge.add(path);
    else if (one === 'unreadable') unreadable.add(path);
    else if (one) snapshots.set(path, one);
  }
  return { ...folder, snapshots, tooLarge, unreadable, look: null };
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
