import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod/mini';
import type { ThreadLog } from './thread-log.ts';

/** So many windows, or apps, that ended while they came up with a thread are no accident. */
const maxTimes = 2;

const markSchema = z.object({ threadId: z.string(), times: z.int() });
type Mark = z.output<typeof markSchema>;

/**
 * The thread that a window opens with, in a file until it is drawn: a crash of the window, or of the app, leaves the
 * mark behind, so that no thread can keep the app from starting. None of it rejects: without a disk there are no marks.
 */
export type OpeningMark = ReturnType<typeof createOpeningMark>;

export function createOpeningMark({ directory }: Pick<ThreadLog, 'directory'>) {
  const path = join(directory, 'opening.json');
  let last: Mark | null | undefined;
  const inTurn = pLimit(1);

  async function read(): Promise<Mark | null> {
    try {
      return markSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    } catch {
      return null;
    }
  }

  async function put(mark: Mark | null): Promise<void> {
    last = mark;
    try {
      if (!mark) return await rm(path, { force: true });
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, JSON.stringify(mark), { mode: 0o600 });
    } catch {
      // A disk that takes nothing is told of elsewhere.
    }
  }

  return {
    /** A window comes up with this thread. @returns false: it must not, for the ones before ended over it */
    begin: (threadId: string) =>
      inTurn(async () => {
        last ??= await read();
        const times = last?.threadId === threadId ? last.times : 0;
        const mayShow = times < maxTimes;
        await put(mayShow ? { threadId, times: times + 1 } : null);
        return mayShow;
      }),
    /** The window has drawn it, or another one by now. */
    end: () =>
      inTurn(async () => {
        if (last !== null) await put(null);
      }),
  };
}
