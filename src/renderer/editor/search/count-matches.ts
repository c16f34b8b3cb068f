import type { SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';

/** Where matches begin, in their order. */
export interface Matches {
  readonly starts: readonly number[];
  /** There are more of them than are counted. */
  readonly isCut: boolean;
}

/** As many are counted as somebody could look at. */
export const maxMatches = 20_000;
/** Milliseconds at a time: keys come in between. */
const sliceMs = 6;

/**
 * Counts the matches in a text, a bit at a time.
 * @param isWanted asked between the bits
 * @returns null: it was not wanted any more
 */
export async function countMatches(
  state: EditorState,
  query: SearchQuery,
  isWanted: () => boolean,
): Promise<Matches | null> {
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

/** Which match it is that begins at an offset, from 1; null: none does. */
export function numberOf({ starts }: Matches, at: number): number | null {
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
