import type { Failure } from '../../shared/contract/errors.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { ThreadEntry, ThreadSnapshot } from '../../shared/contract/thread.ts';
import { foldThread } from '../../shared/thread/fold-thread.ts';
import type { ThreadFile } from './thread-log.ts';

/** What goes on in a thread: an answer that is prepared or streamed, or a slash command. Aborting it ends it. */
export interface Running {
  readonly controller: AbortController;
  /** Settles when it is over; never rejects. */
  done: Promise<void>;
}

/** A thread in memory, of which every new entry goes to its file and to the renderer. */
export interface OpenThread {
  readonly id: string;
  readonly workspace: string;
  readonly entries: readonly ThreadEntry[];
  /** One thing at a time. */
  running: Running | null;
  append(entries: readonly ThreadEntry[]): void;
  snapshot(): ThreadSnapshot;
  close(): Promise<void>;
}

const brokenOff: Failure = {
  code: 'cancelled',
  message: 'The app was closed while this answer was streaming. The text so far is kept.',
};

/** How an answer ends that the app's own end cut short. */
export const endOfApp = { type: 'failed', failure: brokenOff } as const;

/** @param file as read; an answer in it that never ended is ended now */
export function openThread(
  file: ThreadFile,
  publish: (event: Extract<MainEvent, { type: 'thread-entries' }>) => void,
): OpenThread {
  const entries = [...file.entries];

  function record(added: readonly ThreadEntry[]): void {
    entries.push(...added);
    file.writer.append(added);
    // What a person wrote and how an answer ended survive a power cut; streamed text is at most 100 ms behind.
    if (added.some(({ kind }) => kind === 'prompt' || kind === 'answer-ended'))
      void file.writer.flush({ toDisk: true });
  }

  const endings = foldThread(entries)
    .turns.flatMap(({ answers }) => answers)
    .filter(({ end }) => !end)
    .map(({ id }): ThreadEntry => ({ kind: 'answer-ended', answerId: id, at: Date.now(), end: endOfApp }));
  if (endings.length > 0) record(endings);

  return {
    id: file.id,
    workspace: file.workspace,
    entries,
    running: null,
    append(added) {
      const from = entries.length;
      record(added);
      publish({ type: 'thread-entries', threadId: file.id, entries: added, from });
    },
    snapshot: () => ({ id: file.id, entries: [...entries] }),
    close: () => file.writer.close(),
  };
}
