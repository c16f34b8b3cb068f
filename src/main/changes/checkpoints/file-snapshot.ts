import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, open, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod/mini';
import { FailureError } from '../../../shared/contract/errors.ts';
import { setLast } from '../../../shared/set-last.ts';
import { quote } from '../../documents/file-failure.ts';
import { openFlags, revisionOf } from '../../documents/read-document.ts';
import { type FileState, isSameState, isSettled } from './file-state.ts';

const fileContentSchema = z.object({
  type: z.literal('file'),
  /** SHA-256 of its bytes, in hex; their name in the blob store, and what a revision is. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  size: z.number(),
  /** Permission bits. */
  mode: z.number(),
});

/** The entry at a path; null: none. */
export const snapshotSchema = z.nullable(
  z.discriminatedUnion('type', [
    fileContentSchema,
    z.object({ type: z.literal('link'), target: z.string() }),
    z.object({ type: z.literal('directory'), mode: z.number() }),
  ]),
);
export type FileSnapshot = z.output<typeof snapshotSchema>;
export type FileContent = z.output<typeof fileContentSchema>;

/** Directories count as the same whatever their mode: a system gives them bits of its own. */
export function sameSnapshot(one: FileSnapshot, other: FileSnapshot): boolean {
  if (one?.type === 'file' && other?.type === 'file') return one.hash === other.hash && one.mode === other.mode;
  if (one?.type === 'link' && other?.type === 'link') return one.target === other.target;
  return one?.type === other?.type;
}

/** A file for review: directories do not count. */
export const fileOrNothing = (snapshot: FileSnapshot): FileSnapshot =>
  snapshot?.type === 'directory' ? null : snapshot;

export const modeBits = (mode: number): number => mode & 0o7777;

const maxKnown = 50_000;
/** Bytes; a file of at most so many is read at once. */
const wholeBytes = 5 * 1024 * 1024;

interface Known extends FileState {
  readonly hash: string;
}

/** Looks at paths of the disk. A file that is as it was when it was last looked at is not read again. */
export interface DiskReader {
  /**
   * A path that is reached only through a link above it is elsewhere, so here is nothing.
   * @param path its links were resolved once; a directory above may have become one
   * @param keep is given the content of a small file that had to be read
   * @throws {FailureError} for what is neither file, link nor directory; or the system's error
   */
  look(path: string, keep?: Keep): Promise<FileSnapshot>;
  /** The same of a path that is behind no link. @param stats what its `lstat` gave just now */
  lookAt(path: string, stats: Stats, keep?: Keep): Promise<FileSnapshot>;
  /** The hash of a file that is as it was when it was read; undefined: it must be read. */
  knownHash(path: string, state: FileState): string | undefined;
}
type Keep = (bytes: Buffer) => Promise<unknown>;

export function createDiskReader(): DiskReader {
  const known = new Map<string, Known>();

  function knownHash(path: string, state: FileState): string | undefined {
    const before = known.get(path);
    return before && isSameState(before, state) ? before.hash : undefined;
  }

  async function hashOf(path: string, state: FileState, read: () => Promise<string>): Promise<string> {
    const before = knownHash(path, state);
    if (before !== undefined) return before;
    known.delete(path);
    const startedAt = Date.now();
    const hash = await read();
    const { size, mtimeMs, ctimeMs, ino } = state;
    if (isSettled(Math.max(mtimeMs, ctimeMs), startedAt)) {
      setLast(known, path, { size, mtimeMs, ctimeMs, ino, hash }, maxKnown);
    }
    return hash;
  }

  const reader: DiskReader = {
    async look(path, keep) {
      const stats = await lstat(path).catch(ignoreMissing);
      return !stats || (await isBehindLink(path)) ? null : reader.lookAt(path, stats, keep);
    },
    async lookAt(path, stats, keep) {
      const mode = modeBits(stats.mode);
      if (stats.isDirectory()) return { type: 'directory', mode };
      if (stats.isSymbolicLink()) return { type: 'link', target: await readlink(path) };
      if (!stats.isFile()) {
        throw new FailureError({ code: 'file-binary', message: `${quote(path)} is a device or a pipe, not a file.` });
      }
      const isSmall = stats.size <= wholeBytes;
      const hash = await hashOf(path, stats, () => (isSmall ? hashWhole(path, keep) : hashFile(path)));
      return { type: 'file', hash, size: stats.size, mode };
    },
    knownHash,
  };
  return reader;
}

/** Since it was looked at a path may have become a pipe, or a link to something without an end. Windows lacks that. */
const fileFlags = openFlags | (constants.O_NOFOLLOW ?? 0);

async function hashWhole(path: string, keep?: Keep): Promise<string> {
  const bytes = await readFile(path, { flag: fileFlags });
  await keep?.(bytes);
  return revisionOf(bytes);
}

/** @throws the system's error */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, fileFlags);
  for await (const chunk of file.createReadStream({ highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return hash.digest('hex');
}

/** Whether a directory above a path is a link by now. @param path its links were resolved once */
export async function isBehindLink(path: string): Promise<boolean> {
  const directory = dirname(path);
  if ((await realpath(directory).catch(() => null)) === directory) return false;
  // Other words for it need not be a link: a system may write a name in another case or form.
  for (let above = directory; above !== dirname(above); above = dirname(above)) {
    if ((await lstat(above).catch(() => null))?.isSymbolicLink()) return true;
  }
  return false;
}

/** In a circle of links nothing is either. */
export function ignoreMissing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP') throw error;
}
