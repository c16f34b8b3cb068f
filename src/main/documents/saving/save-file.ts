import { execFile } from 'node:child_process';
import { constants, type Stats } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { refusedBy } from '../file-failure.ts';
import { atomicWrite, codeOf, followLinks, ignoreCode } from './atomic-write.ts';
import { type SaveJournals, writeOver } from './save-journals.ts';

/**
 * Saves a file that may have more than one name or special metadata. It is replaced in one step if that keeps what
 * matters; if that would lose hard links, the owner or attributes, or is impossible, the bytes are written in place,
 * with a journal against crashes.
 * @throws the system's error (`code`), which `fileFailure` turns into a sentence
 */
export async function saveFile(path: string, bytes: Buffer, journals: SaveJournals): Promise<void> {
  const target = await followLinks(path);
  const existing = await stat(target).catch(ignoreCode('ENOENT'));
  if (!existing?.isFile()) return atomicWrite(target, bytes).catch(refusedBy('folder'));
  await access(target, constants.W_OK).catch(refusedBy('file'));
  if (isReplaceable(existing)) {
    try {
      return await atomicWrite(target, bytes, { likeExisting: copyAttributes });
    } catch (error) {
      if (!mayWorkInPlace.has(codeOf(error))) throw error;
    }
  }
  await saveInPlace(target, bytes, journals).catch(refusedBy('file'));
}

/** Whether replacing the file by a rename keeps its names, owner and group. */
function isReplaceable({ nlink, uid, gid }: Stats): boolean {
  if (nlink > 1) return false;
  const me = process.geteuid?.();
  // Only root can set the owner.
  if (me === undefined || me === 0) return true;
  return uid === me && (gid === process.getegid?.() || process.getgroups?.().includes(gid) === true);
}

/** Errors of a mounted file, a directory without write access, uncopied attributes, or an unusual file system. */
const mayWorkInPlace = new Set(['EBUSY', 'EACCES', 'EPERM', 'EROFS', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

const run = promisify(execFile);

/** Milliseconds. */
const longestCopy = 10_000;

/**
 * Copies extended attributes and access lists to another file, with the system's tools.
 * @throws `ENOTSUP` when some could not be copied
 */
async function copyAttributes(from: string, to: string): Promise<void> {
  try {
    if (process.platform === 'linux')
      await run('cp', ['--attributes-only', '--preserve=mode,xattr', '--', from, to], { timeout: longestCopy });
    if (process.platform !== 'darwin') return;
    const { stdout } = await run('/usr/bin/xattr', [from], { timeout: longestCopy });
    if (stdout !== '') throw new Error(`it has ${stdout.trim()}`);
  } catch (error) {
    throw Object.assign(new Error('attributes could not be copied', { cause: error }), { code: 'ENOTSUP' });
  }
}

async function saveInPlace(path: string, bytes: Buffer, journals: SaveJournals): Promise<void> {
  const handle = await open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    const before = await handle.readFile();
    const drop = await journals.begin(path, before, bytes);
    try {
      await writeOver(handle, bytes);
    } catch (error) {
      // The file had room for the old bytes. If they cannot be written either, the journal is used at the next start.
      await writeOver(handle, before);
      await drop();
      throw error;
    }
    await drop();
  } finally {
    await handle.close();
  }
}
