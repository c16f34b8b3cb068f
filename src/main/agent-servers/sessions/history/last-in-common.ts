/** Of the same in both. */
export interface Place {
  readonly known: number;
  readonly told: number;
}

type Named = readonly [place: number, name: string | null];

/**
 * How far two sequences go together: the end of a longest one that is in both in its order, and of several the one that ends
 * first in `told`.
 * @param known names, null for what has none
 * @param told as many
 * @returns the place of its last in each; null: they have nothing in common
 */
export function lastInCommon(known: readonly (string | null)[], told: readonly (string | null)[]): Place | null {
  const left = named(known, new Set(told));
  const right = named(told, new Set(known));
  /** Of what is common so far, by its length less one: where that ends first. */
  const ends: Place[] = [];
  const next = () => [left[ends.length], right[ends.length]] as const;
  // What both begin with, which usually is all that is known.
  for (let [one, other] = next(); one && other && one[1] === other[1]; [one, other] = next()) {
    ends.push({ known: one[0], told: other[0] });
  }
  const start = ends.length;
  const places = Map.groupBy(right.slice(start), ([, name]) => name);
  for (const [place, name] of left.slice(start)) {
    // The last one first, as each of them can be the same one of `known`.
    for (const [at] of places.get(name)?.slice(0, mostAlike).toReversed() ?? []) {
      let [low, high] = [start, ends.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((ends[middle]?.told ?? 0) < at) low = middle + 1;
        else high = middle;
      }
      if (ends[low]?.told !== at) ends[low] = { known: place, told: at };
    }
  }
  return ends.at(-1) ?? null;
}

const named = (names: readonly (string | null)[], others: ReadonlySet<string | null>): Named[] =>
  [...names.entries()].filter(([, name]) => name !== null && others.has(name));

/** Of one name, after what both begin with: the time grows with their square. */
const mostAlike = 1_000;
