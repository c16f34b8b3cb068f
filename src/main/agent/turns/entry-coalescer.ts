import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { joinedEntry } from './joined-entry.ts';

/**
 * Makes a few events of a fast stream: what comes after a pause is passed on at once, what follows it within `delayMs`
 * waits, and neighbours that continue the same text are joined.
 */
export function createEntryCoalescer(delayMs: number, passOn: (entries: readonly ThreadEntry[]) => void) {
  let held: ThreadEntry[] = [];
  /** Runs while what comes has to wait. */
  let timer: NodeJS.Timeout | undefined;

  function pass(): void {
    timer = undefined;
    if (held.length === 0) return;
    const entries = held;
    held = [];
    timer = setTimeout(pass, delayMs);
    passOn(entries);
  }

  return {
    add(entry: ThreadEntry) {
      const joined = joinedEntry(held.at(-1), entry);
      if (joined) held[held.length - 1] = joined;
      else held.push(entry);
      if (!timer) pass();
    },
    /** Passes on what is held back, now. */
    flush() {
      clearTimeout(timer);
      pass();
    },
  };
}
