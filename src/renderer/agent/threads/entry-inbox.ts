import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';

export type EntriesEvent = Extract<MainEvent, { type: 'thread-entries' }>;

export interface EntryInboxEffects {
  /** Runs a task before the next frame. */
  schedule(task: () => void): void;
  /** How many entries of a thread this window has; null: none of it, and it is not to follow. */
  countOf(threadId: string): number | null;
  /** What follows them, once for each thread. */
  adopt(threadId: string, entries: readonly ThreadEntry[]): void;
  /** Some are missing; a snapshot has them. */
  mend(threadId: string): void;
}

/** Gathers the entries that stream in until the next frame, by thread. */
export function createEntryInbox({ schedule, countOf, adopt, mend }: EntryInboxEffects) {
  let waiting: EntriesEvent[] = [];
  let isScheduled = false;
  /** Snapshots on their way. */
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
      // One by one: what a background held back may be more than a call takes arguments.
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
