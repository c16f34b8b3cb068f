import { abortable } from '../../../shared/bounded.ts';

/** The wait for the next attempt, which a person can cut short. */
export type RetryWait = ReturnType<typeof createRetryWait>;

export function createRetryWait() {
  let end = () => {};
  return {
    /** @throws `cancelled` as soon as the signal aborts */
    async wait(delayMs: number, signal: AbortSignal) {
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<void>((resolve) => {
        end = resolve;
        timer = setTimeout(resolve, delayMs);
      });
      try {
        await abortable(over, signal);
      } finally {
        clearTimeout(timer);
        end = () => {};
      }
    },
    /** Ends the wait, if there is one. */
    end: () => end(),
  };
}
