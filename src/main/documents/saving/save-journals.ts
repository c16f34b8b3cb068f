import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { quote } from '../file-failure.ts';
import { atomicWrite, codeOf, isLeftoverTemp } from './atomic-write.ts';

/**
 * What is being written into files in place, so that a crash in the middle leaves the old text or the new one. A journal
 * is a line of JSON, the bytes that were there and those that come; it lies in the profile, and the person alone may
 * read it.
 */
export type SaveJournals = ReturnType<typeof createSaveJournals>;

const headerSchema = z.object({
  path: z.string(),
  /** Bytes. */
  before: z.int().check(z.nonnegative()),
  after: z.int().check(z.nonnegative()),
  /** SHA-256 of both, one after the other. */
  hash: z.string(),
});
const suffix = '.save';
const newline = 10;

interface SaveJournal {
  readonly path: string;
  readonly before: Buffer;
  readonly after: Buffer;
}

/** @param directory absolute; made when it is needed */
export function createSaveJournals(directory: string) {
  /** @returns null: its beginning or its end is missing, so nothing was written into the file yet */
  async function read(journal: string): Promise<SaveJournal | null> {
    const bytes = await readFile(journal);
    const end = bytes.indexOf(newline);
    if (end < 0) return null;
    let header: z.output<typeof headerSchema>;
    try {
      header = headerSchema.parse(JSON.parse(bytes.toString('utf8', 0, end)));
    } catch {
      return null;
    }
    const both = bytes.subarray(end + 1);
    if (both.length !== header.before + header.after || hashOf(both) !== header.hash) return null;
    return { path: header.path, before: both.subarray(0, header.before), after: both.subarray(header.before) };
  }

  async function complete(journal: string, onProblem: (sentence: string) => void): Promise<void> {
    const kept = await read(journal);
    if (kept) {
      const { path, before, after } = kept;
      const handle = await open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0)).catch((error) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      });
      try {
        const present = await handle?.readFile();
        if (!handle || !present || !isMixOf(present, before, after)) {
          const aside = `${journal.slice(0, -suffix.length)}.cut-off-${Date.now()}`;
          await atomicWrite(aside, after, { mode: 0o600 });
          const why = present ? 'was changed by another program since' : 'is gone';
          onProblem(
            `The last save of ${quote(path)} was interrupted, and the file ${why}. What was saved is kept as ${aside}.`,
          );
        } else if (!present.equals(before) && !present.equals(after)) await writeOver(handle, after);
      } finally {
        await handle?.close();
      }
    }
    await rm(journal, { force: true });
  }

  return {
    /**
     * Resolves when both are on the disk.
     * @param path absolute, links followed
     * @returns to be called when the file is written; never rejects
     * @throws the system's error; nothing may be written then
     */
    async begin(path: string, before: Uint8Array, after: Uint8Array) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const both = Buffer.concat([before, after]);
      const header = { path, before: before.length, after: after.length, hash: hashOf(both) };
      const journal = join(directory, `${createHash('sha256').update(path).digest('hex').slice(0, 32)}${suffix}`);
      await atomicWrite(journal, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), both]), { mode: 0o600 });
      return () => rm(journal, { force: true }).catch(() => undefined);
    },
    /**
     * Completes what a crash cut off, where the file is not something else by now. Nothing may be saved meanwhile.
     * @param onProblem a sentence for the person about what could not be completed, and where it is
     */
    async recover(onProblem: (sentence: string) => void) {
      for (const name of await readdir(directory).catch(() => [])) {
        const journal = join(directory, name);
        if (isLeftoverTemp(name)) await rm(journal, { force: true }).catch(() => undefined);
        if (!name.endsWith(suffix)) continue;
        try {
          await complete(journal, onProblem);
        } catch (error) {
          const why = codeOf(error) || String(error);
          onProblem(
            `An interrupted save could not be completed (${why}). It is kept as ${journal} and retried at the next start.`,
          );
        }
      }
    },
  };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Whether a write of the one over the other may have left this: each byte is of one of them, or was never written. */
function isMixOf(present: Buffer, before: Buffer, after: Buffer): boolean {
  if (present.length > Math.max(before.length, after.length)) return false;
  if (present.length < Math.min(before.length, after.length)) return false;
  for (let at = 0; at < present.length; at += 1) {
    const byte = present[at];
    if (byte !== after[at] && byte !== before[at] && !(byte === 0 && at >= before.length)) return false;
  }
  return true;
}

/** Bytes that go to the disk at a time. */
const pieceLength = 64 * 1024;

/** Makes these the bytes of a file, on the disk itself: each that is there meanwhile is an old or a new one. */
export async function writeOver(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, Math.min(pieceLength, bytes.length - at), at);
    at += bytesWritten;
  }
  await handle.truncate(bytes.length);
  await handle.sync();
}
