/** A provider is switched off after this many faults within `withinMs` milliseconds. */
export const maxFaults = 3;
const withinMs = 10 * 60_000;

/** Counts recent violations of the interface by a provider. */
export function createFaultCount() {
  let times: number[] = [];
  const recent = (now: number) => times.filter((time) => now - time < withinMs);
  return {
    /** @returns whether the limit is reached */
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
