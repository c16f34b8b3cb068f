import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { FailureError } from '../../shared/contract/errors.ts';
import type { JournalLine } from './checkpoints/change-record.ts';
import { createJournal, readJournal } from './checkpoints/journal.ts';
import { ThreadChanges } from './thread-changes.ts';

export interface ChangedThread {
  readonly id: string;
  readonly changes: ThreadChanges;
  /** Writes lines to its journal, then counts them. @throws the system's error, when none of them counts */
  write(lines: readonly JournalLine[]): Promise<void>;
  remove(): Promise<void>;
}

/** The threads that changed files: a directory each, in `threads/`. */
export type ChangedThreads = ReturnType<typeof createChangedThreads>;

const idSchema = z.string().check(z.regex(/^[\w-]{1,64}$/));

export function createChangedThreads(directory: string) {
  const threads = new Map<string, ChangedThread>();
  const followers: ((id: string) => void)[] = [];

  function threadOf(id: string, lines: readonly JournalLine[]): ChangedThread {
    const changes = new ThreadChanges();
    const journal = createJournal(join(directory, id), id);
    for (const line of lines) changes.add(line);
    return {
      id,
      changes,
      async write(added) {
        await journal.append(added);
        for (const line of added) changes.add(line);
        for (const onWritten of followers) onWritten(id);
      },
      remove: () => journal.remove(),
    };
  }

  return {
    /** Reads them all. Those that cannot be read are left where they are, and told of. */
    async load(onUnreadable: (id: string, error: Error) => void) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      for (const id of await readdir(directory)) {
        if (!idSchema.safeParse(id).success) continue;
        try {
          const lines = await readJournal(join(directory, id));
          if (lines) threads.set(id, threadOf(id, lines));
        } catch (error) {
          onUnreadable(id, error as Error);
        }
      }
    },
    /** @param onWritten what was written to the journal of a thread counts from here on */
    follow: (onWritten: (id: string) => void) => void followers.push(onWritten),
    all: () => [...threads.values()],
    find: (id: string) => threads.get(id),
    /** @throws {FailureError} for what is no id */
    get(id: string) {
      if (!idSchema.safeParse(id).success) {
        throw new FailureError({ code: 'invalid-request', message: 'There is no such thread.' });
      }
      const thread = threads.get(id) ?? threadOf(id, []);
      threads.set(id, thread);
      return thread;
    },
    async forget(id: string) {
      const thread = threads.get(id);
      threads.delete(id);
      await thread?.remove();
    },
  };
}
