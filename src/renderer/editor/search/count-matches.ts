import type { SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';

/** Start offsets of matches, ascending. */
export interface MatchCount {
  readonly starts: readonly number[];
  /** Counting stopped at `maxMatches`. */
  readonly isCut: boolean;
}

export const maxMatches = 20_000;
/** Milliseconds at a time, so that key presses are handled in between. */
const sliceMs = 6;

/**
 * Counts the matches in a text in slices.
 * @param isWanted asked between the slices
 * @returns null: it was no longer wanted
 */
export async function countMatches(
  state: EditorState,
  query: SearchQuery,
  isWanted: () => boolean,
): Promise<MatchCount | null> {
  const cursor = query.getCursor(state);
  const starts: number[] = [];
  let sliceEnd = performance.now() + sliceMs;
  for (let next = cursor.next(); !next.done; next = cursor.next()) {
    if (starts.length === maxMatches) return { starts, isCut: true };
    starts.push(next.value.from);
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return null;
    sliceEnd = performance.now() + sliceMs;
  }
  return { starts, isCut: false };
}

/** The 1-based number of the match that begins at an offset; null: none does. */
export function numberOf({ starts }: MatchCount, at: number): number | null {
  let [low, high] = [0, starts.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const start = starts[middle] ?? 0;
    if (start === at) return middle + 1;
    if (start < at) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
