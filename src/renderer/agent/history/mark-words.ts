import type { MarkedRun } from '../../base/controls/marked-runs.ts';

/** The words of a query, in lower case. */
export const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** Cuts a text into runs of marked words and the rest. */
export function markWords(text: string, words: readonly string[]): MarkedRun[] {
  const lower = text.toLowerCase();
  // A character whose lower case is longer would shift the places.
  const places = lower.length === text.length ? placesOf(lower, words) : [];
  const runs: MarkedRun[] = [];
  let end = 0;
  for (const place of places) {
    if (place.end <= end) continue;
    const start = Math.max(place.start, end);
    if (start > end) runs.push({ start: end, text: text.slice(end, start), isMarked: false });
    runs.push({ start, text: text.slice(start, place.end), isMarked: true });
    end = place.end;
  }
  if (end < text.length) runs.push({ start: end, text: text.slice(end), isMarked: false });
  return runs;
}

function placesOf(text: string, words: readonly string[]): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (const word of words) {
    for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + word.length)) {
      places.push({ start, end: start + word.length });
    }
  }
  return places.sort((a, b) => a.start - b.start || b.end - a.end);
}
