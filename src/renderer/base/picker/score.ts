export interface FuzzyMatch {
  readonly score: number;
  /** Indices of the characters that matched. */
  readonly positions: readonly number[];
}

const isWordStart = (text: string, at: number): boolean => {
  const before = text[at - 1];
  if (before === undefined || /[\s/\\._-]/.test(before)) return true;
  const here = text[at] ?? '';
  return here !== here.toLowerCase() && before === before.toLowerCase();
};

/** Matches the characters of `query` in their order from `from` on, each at its first place. */
function matchFrom(text: string, lower: string, query: string, from: number): FuzzyMatch | null {
  const positions: number[] = [];
  let score = 0;
  let at = from;
  for (const character of query) {
    const found = lower.indexOf(character, at);
    if (found === -1) return null;
    if (isWordStart(text, found)) score += 8;
    if (positions.at(-1) === found - 1) score += 10;
    score -= Math.min(found - at, 10) * 0.5;
    positions.push(found);
    at = found + 1;
  }
  return { score, positions };
}

/**
 * Score of a query for a path or title: its characters in order, better together, at beginnings of words, and in
 * the last part of the path. Spaces in the query are ignored, `\` counts as `/`.
 * @returns null when it does not match
 */
export function scoreMatch(text: string, query: string): FuzzyMatch | null {
  const wanted = query.replaceAll(' ', '').replaceAll('\\', '/').toLowerCase();
  if (wanted === '') return { score: 0, positions: [] };
  const path = text.replaceAll('\\', '/');
  const lower = path.toLowerCase();
  // A character whose lower case is longer would shift the positions.
  const haystack = lower.length === path.length ? lower : path;
  const nameStart = path.lastIndexOf('/') + 1;
  let best: FuzzyMatch | null = null;
  for (let from = haystack.indexOf(wanted[0] ?? ''); from !== -1; from = haystack.indexOf(wanted[0] ?? '', from + 1)) {
    const match = matchFrom(path, haystack, wanted, from);
    if (!match) break;
    const inName = from >= nameStart ? 20 + (from === nameStart ? 10 : 0) : 0;
    const score = match.score + inName - path.length * 0.05;
    if (!best || score > best.score) best = { score, positions: match.positions };
  }
  return best;
}

export interface Ranked<T> {
  readonly item: T;
  readonly match: FuzzyMatch;
}

/** The items that match, best first, at most `limit`. Equal scores keep their order. */
export function rank<T>(items: readonly T[], textOf: (item: T) => string, query: string, limit: number): Ranked<T>[] {
  const ranked: Ranked<T>[] = [];
  for (const item of items) {
    const match = scoreMatch(textOf(item), query);
    if (match) ranked.push({ item, match });
  }
  return ranked.sort((a, b) => b.match.score - a.match.score).slice(0, limit);
}
