import { copyFile, open, readFile, truncate } from 'node:fs/promises';
import {
  type BackupBeginning,
  type BackupEntry,
  backupEntrySchema,
  type RestoredJournal,
} from '../../shared/contract/documents/backup.ts';
import { readerOf } from '../../shared/schema-reader.ts';

/** A journal on disk: a line of JSON for each entry, the first of which is its beginning. */
export type JournalFile = Awaited<ReturnType<typeof openJournal>>;

const lineOf = (entry: BackupEntry): string => `${JSON.stringify(entry)}\n`;
const newline = 10;
const readEntry = readerOf<BackupEntry>(backupEntrySchema);
/** Lines between two turns of the loop, which others wait for. */
const linesATurn = 500;

/** Opens a journal to go on at its end, or makes it. Only the person may read it. */
export async function openJournal(path: string) {
  const handle = await open(path, 'a', 0o600);
  let { size } = await handle.stat();
  return {
    /** Adds lines, which are on the disk itself when it resolves. @throws the system's error; then none of them is in the file */
    async append(entries: readonly BackupEntry[]) {
      const bytes = Buffer.from(entries.map(lineOf).join(''));
      try {
        await handle.appendFile(bytes);
        await handle.datasync();
        size += bytes.byteLength;
      } catch (error) {
        // The next record must not stand behind half a line.
        await truncate(path, size).catch(() => undefined);
        throw error;
      }
    },
    close: () => handle.close(),
  };
}

/** Bytes in which a beginning has room. */
const longestBeginning = 256 * 1024;

/** The first entry of a journal, without the others. @returns null: it is none @throws the system's error */
export async function readBeginning(path: string): Promise<BackupBeginning | null> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(longestBeginning) });
    const end = buffer.subarray(0, bytesRead).indexOf(newline);
    const entry = end < 0 ? undefined : parse(buffer.toString('utf8', 0, end));
    return entry?.type === 'begun' ? entry : null;
  } finally {
    await handle.close();
  }
}

/**
 * Reads a journal, and takes away what cannot be read at its end, so that it can go on. A power cut leaves half a line
 * there; of anything else a copy is kept beside it, which `onDamaged` is told.
 * @returns null when not even its beginning can be read
 * @throws the system's error
 */
export async function readJournal(
  path: string,
  onDamaged: (copy: string) => void,
): Promise<Pick<RestoredJournal, 'beginning' | 'entries'> | null> {
  const bytes = await readFile(path);
  const entries: Exclude<BackupEntry, BackupBeginning>[] = [];
  let beginning: BackupBeginning | null = null;
  let at = 0;
  let count = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, at)) {
    const entry = parse(bytes.toString('utf8', at, end));
    if (!entry || (entry.type === 'begun') !== (beginning === null)) break;
    if (entry.type === 'begun') beginning = entry;
    else entries.push(entry);
    at = end + 1;
    count += 1;
    if (count % linesATurn === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  if (at < bytes.length) {
    if (bytes.indexOf(newline, at) >= 0) {
      const copy = `${path}.damaged-${Date.now()}`;
      await copyFile(path, copy);
      onDamaged(copy);
    }
    await truncate(path, at);
  }
  return beginning && { beginning, entries };
}

function parse(line: string): BackupEntry | undefined {
  try {
    return readEntry(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
