import type { ThreadEntry } from '../../shared/contract/thread.ts';

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
      const last = held.at(-1);
      if (
        last &&
        (last.kind === 'answer-text' || last.kind === 'answer-thinking') &&
        last.kind === entry.kind &&
        last.answerId === entry.answerId
      ) {
        held[held.length - 1] = { ...last, text: last.text + entry.text };
      } else {
        held.push(entry);
      }
      timer ??= setTimeout(flush, delayMs);
    },
    flush,
  };
}
