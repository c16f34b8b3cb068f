import { execFile } from 'node:child_process';
import { constants, type Stats } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { refusedBy } from '../file-failure.ts';
import { atomicWrite, codeOf, followLinks, ignoreCode } from './atomic-write.ts';
import { type SaveJournals, writeOver } from './save-journals.ts';

/**
 * Replaces the text of a file that somebody else may hold by more than its name. It is replaced in one step where that
 * keeps what matters; where it would take away hard links, an owner, attributes, or is not possible, the bytes are
 * written into the file itself, which a journal makes as safe against a crash.
 * @throws the system's error (`code`), which `fileFailure` makes a sentence of
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

/** Whether a file that takes its place by a rename would be the same one to everybody. */
function isReplaceable({ nlink, uid, gid }: Stats): boolean {
  if (nlink > 1) return false;
  const me = process.geteuid?.();
  // Only root can give a file to somebody.
  if (me === undefined || me === 0) return true;
  return uid === me && (gid === process.getegid?.() || process.getgroups?.().includes(gid) === true);
}

/** A file that is mounted, a directory that takes no new file, attributes that could not be copied, an odd file system. */
const mayWorkInPlace = new Set(['EBUSY', 'EACCES', 'EPERM', 'EROFS', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

const run = promisify(execFile);

/** Milliseconds. */
const longestCopy = 10_000;

/**
 * Gives a file the extended attributes and the access list of another one, by the programs that the system has for it.
 * @throws `ENOTSUP` when not all could be copied
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
      // Its own bytes had room there. If not even they can be written, the journal has both, and the next start uses it.
      await writeOver(handle, before);
      await drop();
      throw error;
    }
    await drop();
  } finally {
    await handle.close();
  }
}
