import { type BigIntStats, lstat as lstatCalled } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { z } from 'zod/mini';
import type { BlobStore } from './blob-store.ts';
import type { ChangedPath, Move } from './change-record.ts';
import {
  type DiskReader,
  type FileContent,
  type FileSnapshot,
  ignoreMissing,
  isBehindLink,
  sameSnapshot,
  snapshotSchema,
} from './file-snapshot.ts';
import { walkFolder } from './walk-folder.ts';

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
  readonly inodes: Set<number>;
  /** Those that are not kept, by why. */
  readonly tooLarge: Set<string>;
  readonly unreadable: Set<string>;
  /** There are more files than are looked at, or more in them than is kept. */
  readonly isCut: boolean;
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
  ignored: _,
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
});

export interface SnapshotDeps {
  readonly disk: DiskReader;
  readonly store: BlobStore;
  /** Absolute; not looked into: the app's own. */
  readonly ownDirectory: string;
  readonly limits?: SnapshotLimits;
}

const atOnce = 16;
/** Of `node:fs` itself, as each call of `node:fs/promises` takes half as long again. */
const lstatBig = promisify(lstatCalled);

/** @param isKept whether the contents go into the blob store; without, only what they are is found out */
export async function takeSnapshot(root: string, isKept: boolean, deps: SnapshotDeps): Promise<FolderSnapshot> {
  const { disk, ownDirectory, limits = snapshotLimits } = deps;
  const snapshots = new Map<string, FileSnapshot>();
  const inodes = new Set<number>();
  const tooLarge = new Set<string>();
  const unreadable = new Set<string>();
  const at = Date.now();
  const found = await walkFolder(root, ownDirectory, { paths: limits.files, ignored: limits.ignored.files });
  const ignored = new Set(found.ignored);
  let room = limits.all;
  let isCut = found.isCut;

  const isBehind = createLinkCheck();
  await pLimit(atOnce).map([...found.paths, ...found.ignored], async (path) => {
    try {
      const stats = await lstatBig(path, { bigint: true });
      const size = Number(stats.size);
      const isIgnored = ignored.has(path);
      if (isIgnored && size > limits.ignored.file) return;
      inodes.add(Number(stats.ino));
      if (stats.isFile() && !isIgnored) {
        if (size > limits.file) return void tooLarge.add(path);
        room -= size;
        isCut ||= room < 0;
        if (room < 0) return void tooLarge.add(path);
      }
      if (await isBehind(path)) return;
      const snapshot = await (isKept ? keepAt(path, stats, deps) : disk.lookAt(path, stats));
      if (snapshot) snapshots.set(path, snapshot);
    } catch {
      if (!ignored.has(path)) unreadable.add(path);
    }
  });
  return { root, at, snapshots, ignored, inodes, tooLarge, unreadable, isCut };
}

/** For a look at thousands of paths: a directory is asked once. */
function createLinkCheck(): (path: string) => Promise<boolean> {
  const asked = new Map<string, Promise<boolean>>();
  return (path) => {
    const directory = dirname(path);
    const known = asked.get(directory) ?? isBehindLink(path);
    asked.set(directory, known);
    return known;
  };
}

/** @returns what is at a path, with its contents in the blob store */
const keep = (path: string, deps: SnapshotDeps): Promise<FileSnapshot> =>
  kept(path, deps.disk.look(path, deps.store.put), deps);
const keepAt = (path: string, stats: BigIntStats, deps: SnapshotDeps): Promise<FileSnapshot> =>
  kept(path, deps.disk.lookAt(path, stats, deps.store.put), deps);

async function kept(path: string, looked: Promise<FileSnapshot>, { store }: SnapshotDeps): Promise<FileSnapshot> {
  const snapshot = await looked;
  const isMissing = snapshot?.type === 'file' && !(await store.has(snapshot.hash));
  if (isMissing) snapshot.hash = await store.putFile(path);
  return snapshot;
}

/** The present state of a path counts as its state when the snapshot was taken. */
export async function lookAgain(
  { snapshots, tooLarge, unreadable }: FolderSnapshot,
  path: string,
  deps: SnapshotDeps,
): Promise<void> {
  const { limits = snapshotLimits } = deps;
  for (const those of [snapshots, tooLarge, unreadable]) those.delete(path);
  try {
    const stats = await lstat(path).catch(ignoreMissing);
    if (stats?.isFile() && stats.size > limits.file) return void tooLarge.add(path);
    const snapshot = await keep(path, deps);
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
  const files = count === 1 ? 'one file' : `${count} files`;
  const why = unreadable.size === 0 ? `larger than ${limits.file / 1024 / 1024} MB` : 'too large or not readable';
  return `What a command changes in ${files} (${why}) cannot be undone.`;
}

/** Differences from the snapshot. A file that is gone while another of the same content came was moved. */
export async function compareSnapshots(
  before: FolderSnapshot,
  now: FolderSnapshot,
  disk: DiskReader,
): Promise<{ paths: ChangedPath[]; moves: Move[] }> {
  const isUnknown = (path: string): boolean =>
    [before, now].some(({ tooLarge, unreadable }) => tooLarge.has(path) || unreadable.has(path));
  const paths: ChangedPath[] = [];
  for (const [path, snapshot] of before.snapshots) {
    if (isUnknown(path)) continue;
    // Not found by the walk it may be there all the same: ignored from now on, or beyond the limit.
    const after = now.snapshots.get(path) ?? (await disk.look(path).catch(() => snapshot));
    if (!sameSnapshot(snapshot, after)) paths.push({ path, before: snapshot, after });
  }
  if (before.isCut || now.isCut) return { paths, moves: movesOf(paths) };
  // New ignored files are the command's own affair: build results, or its cache.
  const isNew = (path: string): boolean => !before.snapshots.has(path) && !isUnknown(path) && !now.ignored.has(path);
  const come = [...now.snapshots].filter(([path]) => isNew(path));
  const isRule = (path: string): boolean => basename(path) === '.gitignore';
  const areRulesOthers = paths.some(({ path }) => isRule(path)) || come.some(([path]) => isRule(path));
  for (const [path, snapshot] of come) {
    if (areRulesOthers && (await wasThere(path, before))) continue;
    paths.push({ path, before: null, after: snapshot });
  }
  return { paths, moves: movesOf(paths) };
}

/** Ms by which the times of files may be behind the clock. */
const clockGrain = 50;

/** Whether what the snapshot does not have was only ignored then. It is older, and was not elsewhere. */
async function wasThere(path: string, { at, inodes }: FolderSnapshot): Promise<boolean> {
  const stats = await lstat(path).catch(ignoreMissing);
  return stats !== undefined && stats.birthtimeMs < at - clockGrain && !inodes.has(stats.ino);
}

function movesOf(paths: readonly ChangedPath[]): Move[] {
  const byHash = (
    those: readonly ChangedPath[],
    imageOf: (changed: ChangedPath) => FileSnapshot,
  ): Map<string, string | null> => {
    const found = new Map<string, string | null>();
    for (const changed of those) {
      const snapshot = imageOf(changed) as FileContent;
      // Two of the same content: nobody can tell which of them it was.
      found.set(snapshot.hash, found.has(snapshot.hash) ? null : changed.path);
    }
    return found;
  };
  const gone = byHash(
    paths.filter(({ before, after }) => isFilled(before) && after === null),
    ({ before }) => before,
  );
  const come = byHash(
    paths.filter(({ before, after }) => isFilled(after) && before === null),
    ({ after }) => after,
  );
  return [...gone].flatMap(([hash, from]) => {
    const to = come.get(hash);
    return from && to ? [{ from, to }] : [];
  });
}

const isFilled = (snapshot: FileSnapshot): boolean => snapshot?.type === 'file' && snapshot.size > 0;
