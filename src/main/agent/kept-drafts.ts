import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { atomicWrite } from '../documents/atomic-write.ts';
import type { ThreadLog } from './thread-log.ts';

/** What is written in the threads and not sent yet: a file of its own each, beside the threads, so that it outlives a crash. */
export interface KeptDrafts {
  /** "": nothing is written. Never rejects. */
  of(threadId: string): Promise<string>;
  /** Settles when it is on disk; of several the last one counts. Never rejects. */
  keep(threadId: string, text: string): Promise<void>;
  /** Settles when everything is on disk. */
  close(): Promise<void>;
}

export function createKeptDrafts(
  { directory }: Pick<ThreadLog, 'directory'>,
  onProblem: (error: Error) => void,
): KeptDrafts {
  const folder = join(directory, 'drafts');
  const nameOf = (threadId: string): string => `${threadId}.txt`;
  const pathOf = (threadId: string): string => join(folder, nameOf(threadId));
  /** Those of the last start. A new thread has none, and is shown without a look at the disk. */
  const left = readdir(folder).then(
    (names) => new Set(names),
    () => new Set<string>(),
  );
  /** As they are to be. */
  const wanted = new Map<string, string>();
  const writing = new Map<string, Promise<void>>();

  async function write(threadId: string): Promise<void> {
    for (let written: string | undefined; written !== wanted.get(threadId); ) {
      written = wanted.get(threadId) ?? '';
      try {
        if (written === '') await rm(pathOf(threadId), { force: true });
        else {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          await atomicWrite(pathOf(threadId), written, { mode: 0o600 });
        }
      } catch (error) {
        onProblem(error as Error);
      }
    }
    writing.delete(threadId);
  }

  return {
    async of(threadId) {
      if (!isThreadId(threadId)) return '';
      const known = wanted.get(threadId);
      if (known !== undefined) return known;
      if (!(await left).has(nameOf(threadId))) return '';
      // A file that cannot be read is as none; what is written next replaces it.
      const read = await readFile(pathOf(threadId), 'utf8').catch(() => '');
      return wanted.get(threadId) ?? read;
    },
    async keep(threadId, text) {
      if (!isThreadId(threadId) || wanted.get(threadId) === text) return writing.get(threadId);
      wanted.set(threadId, text);
      const under = writing.get(threadId) ?? write(threadId);
      writing.set(threadId, under);
      await under;
    },
    close: async () => void (await Promise.all(writing.values())),
  };
}

/** What is no id of a thread must not become a path. */
const isThreadId = (id: string): boolean => z.uuid().safeParse(id).success;
