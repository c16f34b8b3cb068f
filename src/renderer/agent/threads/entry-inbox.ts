import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';

export type EntriesEvent = Extract<MainEvent, { type: 'thread-entries' }>;

export interface EntryInbox {
  add(event: EntriesEvent): void;
  /** A snapshot is on its way: entries of other threads are kept, for they may follow it. @returns the undo */
  expect(): () => void;
  /** A snapshot is shown that holds so many entries. */
  begin(threadId: string, entryCount: number): void;
}

export interface EntryInboxEffects {
  /** Runs a task before the next frame. */
  schedule(task: () => void): void;
  /** What follows what is shown. */
  adopt(entries: readonly ThreadEntry[]): void;
  /** Some are missing; a snapshot has them. */
  mend(): void;
}

/** Gathers the entries that stream in until the next frame. Until there is a snapshot, nobody knows which it holds. */
export function createEntryInbox({ schedule, adopt, mend }: EntryInboxEffects): EntryInbox {
  let waiting: EntriesEvent[] = [];
  let isScheduled = false;
  let shown: string | null = null;
  /** How many entries of the thread are shown. */
  let count = 0;
  /** Snapshots on their way. */
  let expected = 0;

  function flush(): void {
    isScheduled = false;
    if (shown === null) return;
    const entries: ThreadEntry[] = [];
    const others: EntriesEvent[] = [];
    let hasGap = false;
    for (const event of waiting) {
      if (event.threadId !== shown) {
        others.push(event);
        continue;
      }
      if (hasGap) continue;
      const from = event.from ?? count;
      if (from > count) hasGap = true;
      else {
        const fresh = event.entries.slice(count - from);
        entries.push(...fresh);
        count += fresh.length;
      }
    }
    waiting = expected > 0 ? others : [];
    if (entries.length > 0) adopt(entries);
    if (hasGap) mend();
  }

  return {
    add(event) {
      waiting.push(event);
      if (isScheduled) return;
      isScheduled = true;
      schedule(flush);
    },
    expect() {
      expected++;
      return () => {
        if (--expected === 0 && shown !== null) waiting = waiting.filter(({ threadId }) => threadId === shown);
      };
    },
    begin(threadId, entryCount) {
      shown = threadId;
      count = entryCount;
      flush();
    },
  };
}
