import { randomUUID } from 'node:crypto';
import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { setLast } from '../../../shared/set-last.ts';
import { type FileState, isSameState, isSettled, tellsChanges } from './file-state.ts';
import { type WalkLimits, walkFolder } from './walk-folder.ts';

/** What is in a folder, as the system tells it. It is asked for in a thread of its own: it waits for the disk. */

export interface LookQuestion {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Absolute; not looked into. */
  readonly ownDirectory: string;
  readonly most: WalkLimits;
  /** The look that who asks has, by the same limits; null: none. */
  readonly known: string | null;
}

/** Paths and what is there, in columns, which threads hand to each other as they are. */
export interface FolderLook {
  readonly id: string;
  /** With a zero byte between two; those that git ignores are the last. */
  readonly paths: string;
  readonly unignored: number;
  /** There are more. */
  readonly isCut: boolean;
  /** Directories that could not be read. */
  readonly unread: readonly string[];
  /** It may be found again. */
  readonly isRemembered: boolean;
  /** Of each path the mode with its type, as of `lstat`; or `unreadable`, or `elsewhere`. */
  readonly modes: Uint32Array<ArrayBuffer>;
  /** Of each path size, time of modification, of change, in ms, and inode. */
  readonly states: Float64Array<ArrayBuffer>;
}

/** A string: all is as in the look of this id. */
export type LookAnswer = FolderLook | string;

export const unreadable = 0;
/** It is behind a link above it. */
export const elsewhere = 1;
const typeMask = 0o170000;
const directoryType = 0o040000;
const fileType = 0o100000;
export const isDirectoryMode = (mode: number): boolean => (mode & typeMask) === directoryType;
export const isFileMode = (mode: number): boolean => (mode & typeMask) === fileType;

/** Fields of a path in `states`. */
const stateLength = 4;

export function stateAt(states: Float64Array, index: number): FileState {
  const at = index * stateLength;
  const [size = 0, mtimeMs = 0, ctimeMs = 0, ino = 0] = [states[at], states[at + 1], states[at + 2], states[at + 3]];
  return { size, mtimeMs, ctimeMs, ino };
}

interface Remembered {
  readonly id: string;
  /** All by which a change would show: the paths, the folder itself and the files with rules. */
  readonly paths: readonly string[];
  readonly modes: Uint32Array;
  readonly states: Float64Array;
}

const maxRemembered = 8;

/** A folder that is as it was when it was last looked at is not walked again. */
export function createFolderLooker() {
  /** By folder; only what would show each change. */
  const remembered = new Map<string, Remembered>();

  /** @param onProgress called before each path, as a disk may be slow */
  return ({ root, ownDirectory, most, known }: LookQuestion, onProgress: () => void): LookAnswer => {
    const before = remembered.get(root);
    if (before && before.id === known && isAsBefore(before, onProgress)) return before.id;
    remembered.delete(root);
    // Also of threads before this one.
    const id = randomUUID();
    const startedAt = Date.now();
    const { paths: unignored, ignored, ruleFiles, isCut, unread } = walkFolder(root, ownDirectory, most, onProgress);
    const paths = [...unignored, ...ignored];
    const all = [...paths, root, ...ruleFiles];
    const { modes, states, newest, drives } = statesOf(all, onProgress);
    // A link to rules is as before when these have changed.
    const isRuled = modes.subarray(paths.length + 1).every(isFileMode);
    const isTelling = isSettled(newest, startedAt) && drives.size === 1 && tellsChanges(root);
    const isKnownByTimes = unread.length === 0 && isRuled && isTelling;
    if (isKnownByTimes) setLast(remembered, root, { id, paths: all, modes, states }, maxRemembered);
    return {
      id,
      paths: paths.join('\0'),
      unignored: unignored.length,
      isCut,
      unread,
      isRemembered: isKnownByTimes,
      modes: modes.slice(0, paths.length),
      states: states.slice(0, paths.length * stateLength),
    };
  };
}

function statesOf(all: readonly string[], onProgress: () => void) {
  const modes = new Uint32Array(all.length);
  const states = new Float64Array(all.length * stateLength);
  const drives = new Set<number>();
  let newest = Number.NEGATIVE_INFINITY;
  let directory = '';
  let isElsewhere = false;
  for (const [index, path] of all.entries()) {
    onProgress();
    const stats = statsOf(path);
    if (!stats) continue;
    if (dirname(path) !== directory) {
      directory = dirname(path);
      isElsewhere = isBehindLink(directory);
    }
    modes[index] = isElsewhere ? elsewhere : stats.mode;
    const { size, mtimeMs, ctimeMs, ino } = stats;
    if (stats.isDirectory()) drives.add(stats.dev);
    const at = index * stateLength;
    states[at] = size;
    states[at + 1] = mtimeMs;
    states[at + 2] = ctimeMs;
    states[at + 3] = ino;
    newest = Math.max(newest, mtimeMs, ctimeMs);
  }
  return { modes, states, newest, drives };
}

function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/** Each directory is looked at as well, so none above a path has become a link. What was not found is never as before. */
function isAsBefore({ paths, modes, states }: Remembered, onProgress: () => void): boolean {
  return paths.every((path, index) => {
    onProgress();
    const stats = statsOf(path);
    return stats !== null && stats.mode === modes[index] && isSameState(stats, stateAt(states, index));
  });
}

/** @param directory links resolved when the walk began */
function isBehindLink(directory: string): boolean {
  try {
    if (realpathSync.native(directory) === directory) return false;
  } catch {
    return true;
  }
  // Other words for it need not be a link: a system may write a name in another case or form.
  for (let above = directory; above !== dirname(above); above = dirname(above)) {
    if (statsOf(above)?.isSymbolicLink()) return true;
  }
  return false;
}
