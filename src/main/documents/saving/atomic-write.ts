import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, lstat, open, readlink, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface AtomicWriteOptions {
  /** Permission bits of a new file; absent: the process's default. */
  readonly mode?: number;
  /** Permission bits for new and existing files. */
  readonly exactMode?: number;
  /** Copies further metadata of a file to its replacement (`to`); if it fails, the old file is kept. */
  readonly likeExisting?: (from: string, to: string) => Promise<void>;
}

const tempSuffix = '.outrigger-tmp';
const maxLinks = 40;
/** Milliseconds between attempts: on Windows virus scanners and indexers keep files open that long. */
const windowsRetries = [10, 20, 40, 80, 160, 320];

/** Whether it is the name of a file left behind by an interrupted write. */
export const isLeftoverTemp = (name: string): boolean => name.startsWith('.') && name.endsWith(tempSuffix);

/**
 * Replaces a file so that at any moment, even in a crash, it holds either the old bytes or all of the new ones.
 * Symbolic links are followed; the mode is kept, and owner and group where the system permits. Hard links, attributes
 * and access lists are lost: other names of the file keep the old bytes. Use `saveFile` where these may matter.
 * @throws the system's error (`code` EACCES, ENOSPC, EISDIR …); the old file is then untouched
 */
export async function atomicWrite(
  path: string,
  bytes: Uint8Array | string,
  options: AtomicWriteOptions = {},
): Promise<void> {
  const target = await followLinks(path);
  const existing = await stat(target).catch(ignoreCode('ENOENT'));
  if (existing && !existing.isFile()) throw systemError('EISDIR', `not a regular file: ${target}`);
  // Checked first, as a rename would replace a read-only file.
  if (existing) await access(target, constants.W_OK);

  const mode = options.exactMode ?? (existing ? existing.mode & 0o7777 : options.mode);
  const name = `.${basename(target).slice(0, 60)}.${randomBytes(6).toString('hex')}${tempSuffix}`;
  const temp = join(dirname(target), name);
  const handle = await open(temp, 'wx', (mode ?? 0o666) & 0o777);
  try {
    try {
      await handle.writeFile(bytes);
      if (existing) await keepOwner(handle, existing);
      if (existing) await options.likeExisting?.(target, temp);
      if (mode !== undefined) await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await replace(temp, target);
  } catch (error) {
    await unlink(temp).catch(() => undefined);
    throw error;
  }
  await syncDirectory(dirname(target));
}

/** @returns the path to replace: the end of a chain of links, which need not exist */
export async function followLinks(path: string): Promise<string> {
  let current = resolve(path);
  for (let links = 0; links < maxLinks; links++) {
    const real = await realpath(current).catch(ignoreCode('ENOENT'));
    if (real) return real;
    const entry = await lstat(current).catch(ignoreCode('ENOENT'));
    if (!entry?.isSymbolicLink()) return current;
    current = resolve(dirname(current), await readlink(current));
  }
  throw systemError('ELOOP', `too many links: ${path}`);
}

async function keepOwner(handle: FileHandle, existing: { uid: number; gid: number }): Promise<void> {
  if (process.platform === 'win32') return;
  const { uid, gid } = await handle.stat();
  if (uid === existing.uid && gid === existing.gid) return;
  try {
    await handle.chown(existing.uid, existing.gid);
  } catch (error) {
    ignoreCode('EPERM')(error);
    // Only root may change the owner, but the owner may change the group to one of their own.
    await handle.chown(-1, existing.gid).catch(ignoreCode('EPERM'));
  }
}

async function replace(temp: string, target: string): Promise<void> {
  for (const pause of process.platform === 'win32' ? windowsRetries : []) {
    try {
      return await rename(temp, target);
    } catch (error) {
      if (!isBusy(error)) throw error;
      await delay(pause);
    }
  }
  await rename(temp, target);
}

const isBusy = (error: unknown): boolean => ['EPERM', 'EBUSY', 'EACCES'].includes(codeOf(error));

/** Makes what is in a file durable. @throws the system's error */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a rename durable; ignored on file systems that do not support it. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

export const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? '');

export const ignoreCode =
  (code: string) =>
  (error: unknown): undefined => {
    if (codeOf(error) !== code) throw error;
  };

const systemError = (code: string, message: string): Error => Object.assign(new Error(message), { code });
