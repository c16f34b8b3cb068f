import { type Stats, statfsSync } from 'node:fs';

/** By which it is known that something is as it was. Times in ms. */
export type FileState = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;

export const isSameState = (one: FileState, other: FileState): boolean =>
  one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs && one.ino === other.ino;

/**
 * Whether something has been left alone for long enough to be known by its times, in ms. File systems round them, some to
 * a second (ext3) or two (FAT).
 */
export const isSettled = (changedAt: number, now: number): boolean =>
  now - changedAt > (changedAt % 1_000 === 0 ? 2_000 : 100);

/** Linux's numbers of ext, XFS, Btrfs, F2FS, ZFS, tmpfs and overlay. Source: statfs(2). */
const telling: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994, 0x794c7630,
]);

/**
 * Whether a directory's times change with what is in it. On FAT, and some drives of a network, they do not. It waits for the
 * disk: not for main.
 */
export function tellsChanges(directory: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return telling.has(statfsSync(directory).type);
  } catch {
    return false;
  }
}
