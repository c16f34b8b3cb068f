import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readerOf } from '../../../shared/schema-reader.ts';
import { readLines } from '../../agent/threads/storage/json-lines.ts';
import { syncDirectory } from '../../documents/saving/atomic-write.ts';
import { type JournalLine, journalLineSchema } from './change-record.ts';

/** The journal of a thread's changes: a file of JSON lines, each on disk before anything follows from it. */
export type Journal = ReturnType<typeof createJournal>;

const nameOf = 'journal.jsonl';

/** @returns null when there is none. @throws when it is there and cannot be read, or is of a later version */
export async function readJournal(directory: string): Promise<JournalLine[] | null> {
  const lines = await readLines(join(directory, nameOf), readerOf(journalLineSchema));
  if (lines && lines.unreadable > 0 && lines.values[0]?.type !== 'journal') throw new Error('of a later version');
  return lines?.values ?? null;
}

/** @param directory of the thread; made with the first line */
export function createJournal(directory: string, threadId: string) {
  const path = join(directory, nameOf);
  return {
    /** @throws the system's error; then the file is as it was */
    async append(lines: readonly JournalLine[]) {
      const isNew = (await mkdir(directory, { recursive: true, mode: 0o700 })) !== undefined;
      const file = await open(path, 'a+', 0o600);
      try {
        const { size } = await file.stat();
        const all: JournalLine[] = size === 0 ? [{ type: 'journal', v: 1, threadId }, ...lines] : [...lines];
        const text = all.map((line) => `${JSON.stringify(line)}\n`).join('');
        try {
          // A line that a crash left torn is ended first, so that it spoils nothing that follows.
          await file.appendFile((await endsInside(file, size)) ? `\n${text}` : text);
          await file.sync();
        } catch (error) {
          await file.truncate(size).catch(() => undefined);
          throw error;
        }
      } finally {
        await file.close();
      }
      if (isNew) for (const one of [directory, dirname(directory)]) await syncDirectory(one);
    },
    /** Deletes it, and all that is beside it. */
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

async function endsInside(file: Awaited<ReturnType<typeof open>>, size: number): Promise<boolean> {
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
}
