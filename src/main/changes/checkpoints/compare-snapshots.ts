import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { ChangedPath, Move } from './change-record.ts';
import { type DiskReader, type FileContent, type FileSnapshot, ignoreMissing, sameSnapshot } from './file-snapshot.ts';
import type { FolderSnapshot } from './folder-snapshot.ts';

/** Differences from the snapshot. A file that is gone while another of the same content came was moved. */
export async function compareSnapshots(
  before: FolderSnapshot,
  now: FolderSnapshot,
  disk: DiskReader,
): Promise<{ paths: ChangedPath[]; moves: Move[] }> {
  if (before.look !== null && before.look === now.look) return { paths: [], moves: [] };
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
  const isNew = (path: string): boolean =>
    !before.snapshots.has(path) && !isUnknown(path) && !isHidden(path, before) && !now.ignored.has(path);
  const come = [...now.snapshots].filter(([path]) => isNew(path));
  const isRule = (path: string): boolean => basename(path) === '.gitignore';
  const areRulesOthers = paths.some(({ path }) => isRule(path)) || come.some(([path]) => isRule(path));
  for (const [path, snapshot] of come) {
    if (areRulesOthers && (await wasThere(path, before))) continue;
    paths.push({ path, before: null, after: snapshot });
  }
  return { paths, moves: movesOf(paths) };
}

/** Whether it is in a directory that could not be read. */
function isHidden(path: string, { root, unreadable }: FolderSnapshot): boolean {
  if (unreadable.size === 0) return false;
  for (let above = path; above !== root && above !== dirname(above); ) {
    above = dirname(above);
    if (unreadable.has(above)) return true;
  }
  return false;
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
