import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { joinedEntry } from './joined-entry.ts';

export interface EntryCoalescer {
  add(entry: ThreadEntry): void;
  /** Passes on what is held back, now. */
  flush(): void;
}

/**
 * Holds entries back for `delayMs` so that a fast stream becomes a few events, and joins neighbours that continue the
 * same text.
 */
export function createEntryCoalescer(
  delayMs: number,
  passOn: (entries: readonly ThreadEntry[]) => void,
): EntryCoalescer {
  let held: ThreadEntry[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (held.length === 0) return;
    const entries = held;
    held = [];
    passOn(entries);
  }

  return {
    add(entry) {
      const joined = joinedEntry(held.at(-1), entry);
      if (joined) held[held.length - 1] = joined;
      else held.push(entry);
      timer ??= setTimeout(flush, delayMs);
    },
    flush,
  };
}
