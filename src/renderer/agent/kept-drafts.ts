import type { StoreApi } from 'zustand/vanilla';
import type { AgentState, ThreadWork } from './agent-state.ts';
import type { Desk } from './thread-desks.ts';

/** So much of what was typed last a crash may cost, in ms. */
const restMs = 200;

/** What was in hand before an earlier prompt was edited comes back behind it. */
const textOf = ({ draft, setAside }: ThreadWork): string => [draft, setAside?.draft].filter(Boolean).join('\n');

/**
 * Lets main keep what changed on the desks, soon after it was typed, and at once when a field becomes empty: what was sent
 * must not come back as a draft.
 * @returns the undo
 */
export function keepDrafts(
  { getState, subscribe }: Pick<StoreApi<AgentState>, 'getState' | 'subscribe'>,
  desks: () => Iterable<Desk>,
  keep: (threadId: string, text: string) => Promise<void>,
): () => void {
  /** As main was told last. */
  const told = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keepAll(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { threadId, work } of desks()) {
      if (threadId === null) continue;
      const text = textOf(work());
      if (text === told.get(threadId)) continue;
      told.set(threadId, text);
      // Told again with the next change; until then the window has it.
      keep(threadId, text).catch(() => told.delete(threadId));
    }
  }

  const unsubscribe = subscribe(() => {
    const state = getState();
    const isEmptied = state.threadId !== null && textOf(state) === '' && told.get(state.threadId) !== '';
    if (isEmptied) keepAll();
    else timer ??= setTimeout(keepAll, restMs);
  });
  globalThis.addEventListener?.('pagehide', keepAll);
  return () => {
    unsubscribe();
    globalThis.removeEventListener?.('pagehide', keepAll);
    keepAll();
  };
}
