import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, lstat, open, readlink, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface AtomicWriteOptions {
  /** Permission bits of a file that does not exist yet; the process's default when absent. */
  readonly mode?: number;
  /** Permission bits that the file is to have, whatever it had. */
  readonly exactMode?: number;
  /** Gives what takes the place of a file (`to`) what else the file has; when it fails, the old file is left. */
  readonly likeExisting?: (from: string, to: string) => Promise<void>;
}

const tempSuffix = '.outrigger-tmp';
const maxLinks = 40;
/** Milliseconds between attempts; virus scanners and indexers hold a file open that long on Windows. */
const windowsRetries = [10, 20, 40, 80, 160, 320];

/** Whether a name is what an interrupted write leaves behind. */
export const isLeftoverTemp = (name: string): boolean => name.startsWith('.') && name.endsWith(tempSuffix);

/**
 * Replaces a file so that at every moment, a crash included, it holds either its old bytes or all of the new ones.
 * Symbolic links are followed; the mode is kept, and owner and group where the system allows it. Hard links, attributes
 * and access lists are not: other names of the file keep the old bytes. `saveFile` is for files of which somebody may
 * want these.
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
  // The rename would replace a file that its mode protects, so the mode is asked first.
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

/** @returns the path that a write must replace: the end of a chain of links, which need not exist yet */
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
    // Only root may give a file away, but its owner may give it to a group of theirs.
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

/** The rename itself is on disk only when the directory is; file systems that cannot do it are left alone. */
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
