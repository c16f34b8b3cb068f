/** Seed of random tests. A run has one seed, which a failed test names; OUTRIGGER_SEED repeats the run. */
export const seed = Number(process.env.OUTRIGGER_SEED ?? 0);

/**
 * Random numbers of one test: the same in each run with one seed, independent of other tests.
 * @param name of the test
 * @returns draws the next number, from 0 to below 1
 */
export function randomOf(name: string): () => number {
  // FNV-1a, then mulberry32: short, and random enough for times and choices.
  let state = seed >>> 0;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
