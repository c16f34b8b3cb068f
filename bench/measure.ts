/** One line of a bench's table. A ratio is `value / floor`; both were measured in pairs in the same run. */
export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly floor: number;
  readonly ratio: number;
}

/** A question that a bench answers; its file is `<name>.bench.ts` and exports this as `question`. */
export interface Question {
  readonly name: string;
  /** The measure and its floor, in one sentence. */
  readonly asks: string;
  run(): Promise<Measure[]>;
}

/** `--quick`: whether a bench runs is what it shows then, its figures are nobody's. Apps of a bench inherit it. */
export const isQuick = process.env.OUTRIGGER_BENCH_QUICK === '1';

/** Number of measurements. @param quick with `--quick` */
export const roundsOf = (full: number, quick = 1): number => (isQuick ? quick : full);

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('there is no median of nothing');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The median of the pairs' ratios says more than the ratio of the medians: a slow moment slows both of a pair. */
export function compare(name: string, unit: string, pairs: readonly { value: number; floor: number }[]): Measure {
  return {
    name,
    unit,
    value: median(pairs.map(({ value }) => value)),
    floor: median(pairs.map(({ floor }) => floor)),
    ratio: median(pairs.map(({ value, floor }) => value / floor)),
  };
}

/**
 * Pairs what a contender and the floor showed in the same round.
 *
 * @param of what is measured of a round
 */
export function compareRounds<Seen extends { readonly name: string; readonly round: number }>(
  what: string,
  unit: string,
  seen: readonly Seen[],
  { floor, name, of }: { floor: Seen['name']; name: Seen['name']; of(one: Seen): number },
): Measure {
  const floors = new Map(seen.filter((one) => one.name === floor).map((one) => [one.round, of(one)]));
  const pairs = seen
    .filter((one) => one.name === name)
    .map((one) => ({ value: of(one), floor: floors.get(one.round) ?? Number.NaN }));
  return compare(what, unit, pairs);
}

/** @param part from 0 to 1 */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
