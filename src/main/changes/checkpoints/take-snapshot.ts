import { lstat as lstatCalled } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { type FileSnapshot, isBehindLink, modeBits } from './file-snapshot.ts';
import { elsewhere, isDirectoryMode, isFileMode, stateAt, unreadable as unreadableMode } from './folder-look.ts';
import { askLook } from './folder-looks.ts';
import { copyOf, type FolderSnapshot, kept, type SnapshotDeps, snapshotLimits } from './folder-snapshot.ts';

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

  /**
   * @param isKept whether the contents go into the blob store; without, only what they are is found out
   * @throws {FailureError} the folder cannot be looked at
   */
  async function take(root: string, isKept: boolean): Promise<FolderSnapshot> {
    const at = Date.now();
    const before = last.get(root);
    const known = before && (!isKept || isKeptAll(before)) ? before.look : null;
    const look = await ask({ root, ownDirectory, most, known });
    if (typeof look === 'string') {
      if (before?.look !== look) throw new TypeError('A look that nobody has was found again.');
      return { ...copyOf(before), at };
    }

    const snapshots = new Map<string, FileSnapshot>();
    const inodes = new Set<number>();
    const tooLarge = new Set<string>();
    const unreadable = new Set<string>();
    const ignored = new Set<string>();
    const toRead: string[] = [];
    const { modes, states } = look;
    let room = limits.all;
    let isCut = look.isCut;
    for (const [index, path] of (look.paths === '' ? [] : look.paths.split('\0')).entries()) {
      const isIgnored = index >= look.unignored;
      if (isIgnored) ignored.add(path);
      const mode = modes[index] ?? unreadableMode;
      if (mode === unreadableMode && !isIgnored) unreadable.add(path);
      if (mode === unreadableMode || mode === elsewhere) continue;
      const { size, mtimeMs, ctimeMs, ino } = stateAt(states, index);
      if (isIgnored && size > limits.ignored.file) continue;
      inodes.add(ino);
      if (isDirectoryMode(mode)) {
        snapshots.set(path, { type: 'directory', mode: modeBits(mode) });
        continue;
      }
      if (isFileMode(mode) && !isIgnored) {
        const isLarge = size > limits.file;
        if (!isLarge) room -= size;
        isCut ||= room < 0;
        if (isLarge || room < 0) {
          tooLarge.add(path);
          continue;
        }
      }
      const hash = isFileMode(mode) ? disk.knownHash(path, { size, mtimeMs, ctimeMs, ino }) : undefined;
      if (hash === undefined || (isKept && !store.isKnown(hash))) toRead.push(path);
      else snapshots.set(path, { type: 'file', hash, size, mode: modeBits(mode) });
    }

    const isBehind = createLinkCheck();
    await pLimit(atOnce).map(toRead, async (path) => {
      try {
        const stats = await lstat(path);
        if (await isBehind(path)) return;
        const looked = disk.lookAt(path, stats, isKept ? store.put : undefined);
        const snapshot = await (isKept ? kept(path, looked, deps) : looked);
        if (snapshot) snapshots.set(path, snapshot);
      } catch {
        if (!ignored.has(path)) unreadable.add(path);
      }
    });
    const found = { root, at, snapshots, ignored, inodes, tooLarge, unreadable, isCut };
    // What could not be read may be readable the next time, without a change.
    const isFindable = look.isRemembered && unreadable.size === 0;
    const taken = { ...found, look: isFindable ? look.id : null };
    last.delete(root);
    const [oldest] = last.keys();
    if (last.size >= maxLast && oldest !== undefined) last.delete(oldest);
    if (isFindable) last.set(root, taken);
    return copyOf(taken);
  }

  return { take };
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
