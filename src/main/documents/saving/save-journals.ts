import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { quote } from '../file-failure.ts';
import { atomicWrite, codeOf, isLeftoverTemp } from './atomic-write.ts';

/**
 * Journals of in-place writes, so that a crash during one leaves either the old text or the new one. A journal is a
 * line of JSON, followed by the old and the new bytes; it lies in the profile, readable only by its owner.
 */
export type SaveJournals = ReturnType<typeof createSaveJournals>;

const headerSchema = z.object({
  path: z.string(),
  /** Length of the old bytes. */
  before: z.int().check(z.nonnegative()),
  after: z.int().check(z.nonnegative()),
  /** SHA-256 of old and new bytes, concatenated. */
  hash: z.string(),
});
const suffix = '.save';
const newline = 10;

interface SaveJournal {
  readonly path: string;
  readonly before: Buffer;
  readonly after: Buffer;
}

/** @param directory absolute; created when needed */
export function createSaveJournals(directory: string) {
  /** @returns null when the journal is incomplete, so that the file was not written yet */
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
     * Resolves when the journal is on disk.
     * @param path absolute, links resolved
     * @returns call when the file was written; never rejects
     * @throws the system's error; the file must not be written then
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
     * Completes writes that a crash interrupted, unless the file has changed since. No save may run at the same time.
     * @param onProblem gets a sentence for the person about a write that could not be completed, and where its bytes
     * are
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

/** Whether an interrupted write may have left these bytes: each is old, new, or a zero that was never written. */
function isMixOf(present: Buffer, before: Buffer, after: Buffer): boolean {
  if (present.length > Math.max(before.length, after.length)) return false;
  if (present.length < Math.min(before.length, after.length)) return false;
  for (let at = 0; at < present.length; at += 1) {
    const byte = present[at];
    if (byte !== after[at] && byte !== before[at] && !(byte === 0 && at >= before.length)) return false;
  }
  return true;
}

/** Bytes per write. */
const pieceLength = 64 * 1024;

/** Overwrites a file in place and syncs it: during that, each byte is an old or a new one. */
export async function writeOver(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, Math.min(pieceLength, bytes.length - at), at);
    at += bytesWritten;
  }
  await handle.truncate(bytes.length);
  await handle.sync();
}
