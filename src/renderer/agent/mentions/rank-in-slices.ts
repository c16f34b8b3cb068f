import { type Ranked, rank } from '../../base/picker/score.ts';

const atOnce = 500;
/** Milliseconds of work without a pause, a third of a frame. */
const longestSlice = 5;

/**
 * As `rank`, for very many items: pauses between slices, so that the window can respond.
 * @returns null when the result is no longer wanted
 */
export async function rankInSlices<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  query: string,
  limit: number,
  isWanted: () => boolean,
): Promise<Ranked<T>[] | null> {
  let best: Ranked<T>[] = [];
  let since = performance.now();
  for (let at = 0; at < items.length; at += atOnce) {
    const found = rank(items.slice(at, at + atOnce), textOf, query, limit);
    // Among equals earlier items stay first.
    best = [...best, ...found].sort((a, b) => b.match.score - a.match.score).slice(0, limit);
    if (performance.now() - since < longestSlice) continue;
    await nextTask();
    if (!isWanted()) return null;
    since = performance.now();
  }
  return best;
}

/** Via a message channel: a timer would wait for four milliseconds. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
