import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';

export type EntriesEvent = Extract<MainEvent, { type: 'thread-entries' }>;

export interface EntryInboxEffects {
  /** Runs a task before the next frame. */
  schedule(task: () => void): void;
  /** Number of entries of a thread in this window; null: the thread is not followed here. */
  countOf(threadId: string): number | null;
  /** Adds the next entries, in one call for each thread. */
  adopt(threadId: string, entries: readonly ThreadEntry[]): void;
  /** Called for a gap: the snapshot of the thread must be loaded. */
  mend(threadId: string): void;
}

/** Gathers the entries that stream in until the next frame, by thread. */
export function createEntryInbox({ schedule, countOf, adopt, mend }: EntryInboxEffects) {
  let waiting: EntriesEvent[] = [];
  let isScheduled = false;
  /** Number of awaited snapshots. */
  let expected = 0;

  /** A snapshot is there: what follows it is brought at once. */
  function flush(): void {
    const byThread = Map.groupBy(waiting, ({ threadId }) => threadId);
    waiting = [];
    for (const [threadId, events] of byThread) {
      const count = countOf(threadId);
      if (count !== null) bring(threadId, events, count);
      else if (expected > 0) waiting.push(...events);
    }
  }

  function bring(threadId: string, events: readonly EntriesEvent[], known: number): void {
    const entries: ThreadEntry[] = [];
    let count = known;
    let hasGap = false;
    for (const event of events) {
      const from = event.from ?? count;
      hasGap = from > count;
      if (hasGap) break;
      // Pushed one by one: a window in the background may have held back more than a call can take as arguments.
      for (const entry of event.entries.slice(count - from)) entries.push(entry);
      count = Math.max(count, from + event.entries.length);
    }
    if (entries.length > 0) adopt(threadId, entries);
    if (hasGap) mend(threadId);
  }

  return {
    add(event: EntriesEvent) {
      waiting.push(event);
      if (isScheduled) return;
      isScheduled = true;
      schedule(() => {
        isScheduled = false;
        flush();
      });
    },
    /** A snapshot is on its way: entries of threads that are not known are kept, for they may follow it. @returns the undo */
    expect() {
      expected++;
      return () => {
        if (--expected === 0) flush();
      };
    },
    flush,
  };
}
