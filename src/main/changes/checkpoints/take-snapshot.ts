import { lstat as lstatCalled } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { setLast } from '../../../shared/set-last.ts';
import type { BlobStore } from './blob-store.ts';
import { type DiskReader, type FileSnapshot, ignoreMissing, isBehindLink, modeBits } from './file-snapshot.ts';
import type { FileState } from './file-state.ts';
import {
  elsewhere,
  type FolderLook,
  isDirectoryMode,
  isFileMode,
  stateAt,
  unreadable as unreadableMode,
} from './folder-look.ts';
import { type AskLook, askLook } from './folder-looks.ts';
import { type FolderSnapshot, type Found, type SnapshotLimits, snapshotLimits } from './folder-snapshot.ts';

export interface SnapshotDeps {
  readonly disk: DiskReader;
  readonly store: BlobStore;
  /** Absolute; not looked into: the app's own. */
  readonly ownDirectory: string;
  readonly limits?: SnapshotLimits;
  readonly askLook?: AskLook;
}

const atOnce = 16;
/** Of `node:fs` itself, as each call of `node:fs/promises` takes half as long again. */
const lstat = promisify(lstatCalled);

const maxLast = 8;

/** Takes snapshots of folders. Another thread looks which files are as they were, and the others are read. */
export function createSnapshots(deps: SnapshotDeps) {
  const { disk, store, ownDirectory, limits = snapshotLimits, askLook: ask = askLook } = deps;
  const most = { paths: limits.files, ignored: limits.ignored.files };
  /** The last of each folder. */
  const last = new Map<string, FolderSnapshot>();

  const isKeptAll = ({ snapshots }: FolderSnapshot): boolean =>
    [...snapshots.values()].every((one) => one?.type !== 'file' || store.isKnown(one.hash));

  /** What is known without reading anything; `toRead` are the others. */
  function sort(look: FolderLook, isKept: boolean) {
    const snapshots = new Map<string, FileSnapshot>();
    const inodes = new Set<number>();
    const tooLarge = new Set<string>();
    const unreadable = new Set(look.unread);
    const ignored = new Set<string>();
    const toRead: string[] = [];
    let room = limits.all;
    let isCut = look.isCut;

    function add(path: string, mode: number, state: FileState, isIgnored: boolean): void {
      const { size } = state;
      if (isIgnored && size > limits.ignored.file) return;
      inodes.add(state.ino);
      if (isDirectoryMode(mode)) return void snapshots.set(path, { type: 'directory', mode: modeBits(mode) });
      if (!isFileMode(mode)) return void toRead.push(path);
      if (!isIgnored) {
        if (size > limits.file) return void tooLarge.add(path);
        room -= size;
        isCut ||= room < 0;
        if (room < 0) return void tooLarge.add(path);
      }
      const hash = disk.knownHash(path, state);
      if (hash === undefined || (isKept && !store.isKnown(hash))) return void toRead.push(path);
      snapshots.set(path, { type: 'file', hash, size, mode: modeBits(mode) });
    }

    const paths = look.paths === '' ? [] : look.paths.split('\0');
    for (const [index, path] of paths.entries()) {
      const isIgnored = index >= look.unignored;
      if (isIgnored) ignored.add(path);
      const mode = look.modes[index] ?? unreadableMode;
      if (mode === elsewhere) continue;
      if (mode !== unreadableMode) add(path, mode, stateAt(look.states, index), isIgnored);
      else if (!isIgnored) unreadable.add(path);
    }
    return { snapshots, inodes, tooLarge, unreadable, ignored, isCut, toRead };
  }

  async function read(path: string, isKept: boolean, isBehind: (path: string) => Promise<boolean>) {
    const stats = await lstat(path);
    if (await isBehind(path)) return null;
    return isKept ? kept(path, disk.lookAt(path, stats, store.put)) : disk.lookAt(path, stats);
  }

  /** @returns what is at a path, as it was looked at, with its contents in the blob store */
  async function kept(path: string, looked: Promise<FileSnapshot>): Promise<FileSnapshot> {
    const snapshot = await looked;
    const isMissing = snapshot?.type === 'file' && !(await store.has(snapshot.hash, snapshot.size));
    if (isMissing) snapshot.hash = await store.putFile(path);
    return snapshot;
  }

  async function find(path: string): Promise<Found> {
    try {
      const stats = await lstat(path).catch(ignoreMissing);
      if (stats?.isFile() && stats.size > limits.file) return 'too-large';
      return await kept(path, disk.look(path, store.put));
    } catch {
      return 'unreadable';
    }
  }

  function remember(snapshot: FolderSnapshot): void {
    const { root, look } = snapshot;
    if (look === null) last.delete(root);
    else setLast(last, root, snapshot, maxLast);
  }

  return {
    /**
     * @param root absolute, links resolved
     * @param isKept whether the contents go into the blob store; without, only what they are is found out
     * @throws {FailureError} the folder cannot be looked at
     */
    async take(root: string, isKept: boolean): Promise<FolderSnapshot> {
      const at = Date.now();
      const before = last.get(root);
      const known = before && (!isKept || isKeptAll(before)) ? before.look : null;
      const look = await ask({ root, ownDirectory, most, known });
      if (typeof look === 'string') {
        if (before?.look !== look) throw new TypeError('A look that nobody has was found again.');
        return { ...before, at };
      }
      const { toRead, ...found } = sort(look, isKept);
      const { snapshots, ignored, unreadable } = found;
      const isBehind = createLinkCheck();
      await pLimit(atOnce).map(toRead, async (path) => {
        try {
          const snapshot = await read(path, isKept, isBehind);
          if (snapshot) snapshots.set(path, snapshot);
        } catch {
          if (!ignored.has(path)) unreadable.add(path);
        }
      });
      // What could not be read may be readable the next time, without a change.
      const isFindable = look.isRemembered && unreadable.size === 0;
      const taken = { root, at, ...found, look: isFindable ? look.id : null };
      remember(taken);
      return taken;
    },
    /** What is at paths now, by path. Never rejects. */
    look: async (paths: readonly string[]): Promise<ReadonlyMap<string, Found>> =>
      new Map(await pLimit(atOnce).map(paths, async (path) => [path, await find(path)] as const)),
  };
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
