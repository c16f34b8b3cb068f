import type { Dirent } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FailureError } from '../../../../shared/contract/errors.ts';
import type { FileFacts } from '../../../../shared/contract/extension-api/extension-workspace.ts';
import { quote } from '../../../documents/file-failure.ts';
import { openFlags } from '../../../documents/read-document.ts';
import { atomicWrite, isLeftoverTemp } from '../../../documents/saving/atomic-write.ts';

/** The disk operations, on absolute, checked paths. They throw `FailureError` or the system's error. */

const maxBytes = 50 * 1024 * 1024;
const largestRead = 1024 * 1024;

/** @returns bytes with a buffer of their own: a small Buffer would send the whole pool over the port */
export async function readBytes(path: string): Promise<Uint8Array> {
  refuseKind(path, await stat(path));
  const handle = await open(path, openFlags);
  try {
    const stats = await handle.stat();
    refuseKind(path, stats);
    if (stats.size > maxBytes) throw tooLarge(path);
    const bytes = new Uint8Array(stats.size);
    const length = await fill(handle, bytes);
    if (length < bytes.length) return bytes.slice(0, length);
    // The file may grow while it is read.
    const more = [bytes];
    for (let total = length; ; ) {
      const next = new Uint8Array(total === length ? 1 : largestRead);
      const count = await fill(handle, next);
      total += count;
      if (total > maxBytes) throw tooLarge(path);
      if (count > 0) more.push(next.subarray(0, count));
      if (count < next.length) return more.length === 1 ? bytes : new Uint8Array(Buffer.concat(more));
    }
  } finally {
    await handle.close();
  }
}

/** Reads from the handle's position. @returns the number of bytes read; fewer than fit at the end of the file */
async function fill(handle: FileHandle, bytes: Uint8Array): Promise<number> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, at, Math.min(largestRead, bytes.length - at));
    if (bytesRead === 0) return at;
    at += bytesRead;
  }
  return bytes.length;
}

function refuseKind(path: string, stats: { isFile(): boolean; isDirectory(): boolean }): void {
  if (stats.isFile()) return;
  const what = stats.isDirectory() ? 'a folder' : 'a device or a pipe';
  throw new FailureError({ code: 'file-not-found', message: `${quote(path)} is ${what}, not a file.` });
}

const tooLarge = (path: string): FailureError =>
  new FailureError({ code: 'file-too-large', message: `${quote(path)} has more than 50 MB, the most of one file.` });

/** @throws {FailureError} if the content exceeds the limit */
export function refuseTooLarge(path: string, content: Uint8Array): void {
  if (content.byteLength > maxBytes) throw tooLarge(path);
}

export async function writeBytes(path: string, content: Uint8Array): Promise<null> {
  await mkdir(dirname(path), { recursive: true });
  await atomicWrite(path, content);
  return null;
}

/** Deletes a file, a link or an empty directory. */
export async function deleteEntry(path: string): Promise<null> {
  const stats = await lstat(path);
  if (stats.isDirectory()) await rmdir(path);
  else await unlink(path);
  return null;
}

/** Creates missing directories, and overwrites nothing. */
export async function renameEntry(from: string, to: string): Promise<null> {
  const [source, target] = await Promise.all([lstat(from), lstat(to).catch(ignoreMissing)]);
  // On a case-insensitive file system the target of a change of case is the file itself.
  if (target && (target.ino !== source.ino || target.dev !== source.dev)) {
    throw new FailureError({ code: 'file-denied', message: `${quote(to)} exists already. Nothing was renamed.` });
  }
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  return null;
}

export async function makeDirectory(path: string): Promise<null> {
  await mkdir(path, { recursive: true });
  return null;
}

/** @returns null when the path does not exist */
export async function factsOf(path: string): Promise<FileFacts | null> {
  const stats = await stat(path).catch(ignoreMissing);
  if (!stats) return null;
  return { kind: stats.isDirectory() ? 'directory' : 'file', size: stats.size, modifiedAt: Math.round(stats.mtimeMs) };
}

export type DirectoryEntry = { name: string; kind: 'file' | 'directory' };

/** @param isReachable whether the target of a link may be examined */
export async function entriesOf(
  path: string,
  isReachable: (name: string) => Promise<boolean>,
): Promise<DirectoryEntry[]> {
  const kindOf = async (entry: Dirent): Promise<DirectoryEntry['kind']> => {
    if (!entry.isSymbolicLink()) return entry.isDirectory() ? 'directory' : 'file';
    const facts = (await isReachable(entry.name)) ? await factsOf(join(path, entry.name)).catch(() => null) : null;
    return facts?.kind ?? 'file';
  };
  const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) => !isLeftoverTemp(name));
  const listed = await Promise.all(entries.map(async (entry) => ({ name: entry.name, kind: await kindOf(entry) })));
  return listed.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function ignoreMissing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}
