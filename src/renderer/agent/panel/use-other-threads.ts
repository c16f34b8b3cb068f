import { useMemo } from 'react';
import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import { useThreads } from '../threads/threads.ts';

export interface OtherThreads {
  /** Threads that wait for the person. */
  readonly asking: readonly ThreadSummary[];
  /** Whether an answer is being written in one of them. */
  readonly isBusy: boolean;
}

/** The state of the threads that are not shown. */
export function useOtherThreads(shown: string | null): OtherThreads {
  const threads = useThreads((state) => state.threads);
  return useMemo(() => {
    const others = (threads ?? []).filter(({ id, state }) => id !== shown && state !== 'idle');
    return { asking: others.filter(({ state }) => state === 'asking'), isBusy: others.length > 0 };
  }, [threads, shown]);
}
