import { abortable } from '../../../shared/bounded.ts';

/** The wait for the next attempt, which a person can cut short. */
export interface RetryWait {
  /** @throws `cancelled` as soon as the signal aborts */
  wait(delayMs: number, signal: AbortSignal): Promise<void>;
  /** Ends the wait, if there is one. */
  end(): void;
}

export function createRetryWait(): RetryWait {
  let end = () => {};
  return {
    async wait(delayMs, signal) {
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
    end: () => end(),
  };
}
