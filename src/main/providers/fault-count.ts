/** So many faults of a provider within so many ms, and it is switched off. */
export const maxFaults = 3;
const withinMs = 10 * 60_000;

/** Counts how often a provider broke the rules of the interface lately. */
export function createFaultCount() {
  let times: number[] = [];
  const recent = (now: number) => times.filter((time) => now - time < withinMs);
  return {
    /** @returns whether that was one too many */
    note(now: number) {
      times = [...recent(now), now];
      return times.length >= maxFaults;
    },
    recent: (now: number) => recent(now).length,
    reset() {
      times = [];
    },
  };
}
