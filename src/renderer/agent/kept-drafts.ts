import type { StoreApi } from 'zustand/vanilla';
import type { AgentState } from './agent-state.ts';
import type { Desk } from './thread-desks.ts';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What is written and not sent yet outlives the window, which may be loaded anew or crash at any moment. */
export interface KeptDrafts {
  /** What was written in the thread when the window ended; "" when nothing was. */
  of(threadId: string): string;
  /** Keeps what changed on the desks whenever typing rests. @returns the undo */
  follow(store: Pick<StoreApi<AgentState>, 'subscribe'>, desks: () => Iterable<Desk>): () => void;
}

/** So much of what was typed last a crash may cost, in ms. */
const restMs = 200;
const keyOf = (threadId: string) => `draft:${threadId}`;

export function createKeptDrafts(storage: DraftStorage): KeptDrafts {
  /** As they were read or kept last. */
  const known = new Map<string, string>();

  function keep(threadId: string, text: string): void {
    if (text === (known.get(threadId) ?? '')) return;
    known.set(threadId, text);
    try {
      if (text === '') storage.removeItem(keyOf(threadId));
      else storage.setItem(keyOf(threadId), text);
    } catch {
      // There is no room for it: it is in the window still.
    }
  }

  return {
    of(threadId) {
      const text = storage.getItem(keyOf(threadId)) ?? '';
      known.set(threadId, text);
      return text;
    },
    follow(store, desks) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const keepAll = () => {
        clearTimeout(timer);
        timer = undefined;
        for (const { threadId, work } of desks()) {
          const { draft, setAside } = work();
          // What was in hand before an earlier prompt was edited comes back behind it.
          if (threadId !== null) keep(threadId, [draft, setAside?.draft].filter(Boolean).join('\n'));
        }
      };
      const unsubscribe = store.subscribe(() => {
        timer ??= setTimeout(keepAll, restMs);
      });
      globalThis.addEventListener?.('pagehide', keepAll);
      return () => {
        unsubscribe();
        globalThis.removeEventListener?.('pagehide', keepAll);
        keepAll();
      };
    },
  };
}
