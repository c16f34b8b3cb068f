/** Limits the events of each key to a number per second. */
export function createRateLimit(perSecond: number, now: () => number = () => performance.now()) {
  const seconds = new Map<string, { since: number; count: number }>();
  return {
    /** Counts one event. @returns false if it exceeds the limit */
    take(key: string) {
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
