/** Limits the events of each key to a number per second, or per another `span` in ms. */
export function createRateLimit(most: number, now: () => number = () => performance.now(), span = 1000) {
  const spans = new Map<string, { since: number; count: number }>();
  return {
    /** Counts one event. @returns false if it exceeds the limit */
    take(key: string) {
      const at = now();
      let present = spans.get(key);
      if (!present || at - present.since >= span) {
        present = { since: at, count: 0 };
        spans.set(key, present);
      }
      present.count += 1;
      return present.count <= most;
    },
  };
}
