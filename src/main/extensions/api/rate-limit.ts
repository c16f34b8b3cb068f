export interface RateLimit {
  /** Whether one more may pass for this key now. */
  take(key: string): boolean;
}

/** Lets so many pass for each key in a second. */
export function createRateLimit(perSecond: number, now: () => number = () => performance.now()): RateLimit {
  const seconds = new Map<string, { since: number; count: number }>();
  return {
    take(key) {
      const at = now();
      let second = seconds.get(key);
      if (!second || at - second.since >= 1000) {
        second = { since: at, count: 0 };
        seconds.set(key, second);
      }
      second.count += 1;
      return second.count <= perSecond;
    },
  };
}
