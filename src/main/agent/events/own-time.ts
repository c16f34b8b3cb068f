import { LinkedController } from '../../../shared/linked-controller.ts';

/** The time that an extension has: that in which it waits for somebody else does not count. */
export interface OwnTime {
  /** Aborts when it is over, and with the given one. */
  readonly signal: AbortSignal;
  /** It begins. */
  start(): void;
  end(): void;
}

export function createOwnTime(signal: AbortSignal, ms: number, isWaiting: () => boolean): OwnTime {
  const controller = new LinkedController([signal]);
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    signal: controller.signal,
    start() {
      let left = ms;
      let at = performance.now();
      timer = setInterval(() => {
        const now = performance.now();
        if (!isWaiting()) left -= now - at;
        at = now;
        if (left <= 0) controller.abort(new DOMException('It took too long', 'TimeoutError'));
      }, ms / 20);
    },
    end() {
      clearInterval(timer);
      controller.end();
    },
  };
}
