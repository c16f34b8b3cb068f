export interface FuzzyMatch {
  readonly score: number;
  /** Indices of the characters that matched. */
  readonly positions: readonly number[];
}

export interface Ranked<T> {
  readonly item: T;
  readonly match: FuzzyMatch;
}

/** A text as it is matched. */
interface Haystack<T> {
  readonly item: T;
  readonly given: string;
  /** With "/" as separator. Composed (NFC), as it is typed: some disks have the letters and marks of names apart. */
  readonly text: string;
  readonly lower: string;
  /** Bit set of its characters: most texts are passed over by it alone. */
  readonly letters: number;
  /** Where the last part of the path begins. */
  readonly nameStart: number;
}

function haystackOf<T>(item: T, shown: string): Haystack<T> {
  const text = (shown.includes('\\') ? shown.replaceAll('\\', '/') : shown).normalize('NFC');
  const small = text.toLowerCase();
  // A character whose lower case is longer would shift the positions.
  const lower = small.length === text.length ? small : text;
  return { item, given: shown, text, lower, letters: lettersOf(lower), nameStart: text.lastIndexOf('/') + 1 };
}

function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** Where characters of the composed text are in the one that was given. */
function inGiven({ given, text }: Haystack<unknown>, positions: readonly number[]): readonly number[] {
  if (given.length === text.length) return positions;
  const composedAt = (at: number) => given.slice(0, at + 1).normalize('NFC').length - 1;
  return Array.from({ length: given.length }, (_, at) => at).filter((at) => positions.includes(composedAt(at)));
}

const separators = new Set([...' \t\n/\\._-'].map((character) => character.charCodeAt(0)));

function isWordStart(text: string, lower: string, at: number): boolean {
  if (at === 0 || separators.has(text.charCodeAt(at - 1))) return true;
  return text.charCodeAt(at) !== lower.charCodeAt(at) && text.charCodeAt(at - 1) === lower.charCodeAt(at - 1);
}

/**
 * Matches the characters of `query` in their order from `from` on, each at its first place.
 * @returns the score; null when one of them is missing
 */
function scoreFrom(
  { text, lower }: Haystack<unknown>,
  query: string,
  from: number,
  positions?: number[],
): number | null {
  let score = 0;
  let at = from;
  let last = -2;
  for (let index = 0; index < query.length; index += 1) {
    const found = lower.indexOf(query[index] ?? '', at);
    if (found === -1) return null;
    if (isWordStart(text, lower, found)) score += 8;
    if (last === found - 1) score += 10;
    score -= Math.min(found - at, 10) * 0.5;
    positions?.push(found);
    last = found;
    at = found + 1;
  }
  return score;
}

interface Best {
  readonly score: number;
  /** Where the best match begins. */
  readonly from: number;
}

function bestOf(haystack: Haystack<unknown>, query: string): Best | null {
  const { lower, nameStart, text } = haystack;
  const first = query[0] ?? '';
  let best: Best | null = null;
  for (let from = lower.indexOf(first); from !== -1; from = lower.indexOf(first, from + 1)) {
    const matched = scoreFrom(haystack, query, from);
    if (matched === null) break;
    const inName = from >= nameStart ? 20 + (from === nameStart ? 10 : 0) : 0;
    const score = matched + inName - text.length * 0.05;
    if (!best || score > best.score) best = { score, from };
  }
  return best;
}

/**
 * Items that are searched by each key of a query. A query's characters match in their order, better together, at
 * beginnings of words, and in the last part of a path. Spaces in the query are ignored, `\` counts as `/`.
 */
export class Searchable<T> {
  readonly #all: readonly Haystack<T>[];
  /** Those that matched the query before: one that begins with it can match no others. */
  #narrowed: { readonly query: string; readonly among: readonly Haystack<T>[] };

  constructor(items: readonly T[], textOf: (item: T) => string) {
    this.#all = items.map((item) => haystackOf(item, textOf(item)));
    this.#narrowed = { query: '', among: this.#all };
  }

  /** The items that match, best first, at most `limit`. Equal scores keep their order. */
  rank(query: string, limit: number): Ranked<T>[] {
    const wanted = query.replaceAll(' ', '').replaceAll('\\', '/').normalize('NFC').toLowerCase();
    if (wanted === '') {
      const unasked = { score: 0, positions: [] };
      return this.#all.slice(0, limit).map(({ item }) => ({ item, match: unasked }));
    }
    const letters = lettersOf(wanted);
    const matched: Haystack<T>[] = [];
    const top = new Top<Haystack<T>>(limit);
    for (const haystack of this.#among(wanted)) {
      if ((haystack.letters & letters) !== letters) continue;
      const best = bestOf(haystack, wanted);
      if (best === null) continue;
      matched.push(haystack);
      top.offer(haystack, best.score, best.from);
    }
    this.#narrowed = { query: wanted, among: matched };
    return top.entries.map(({ item, score, from }) => {
      const positions: number[] = [];
      scoreFrom(item, wanted, from, positions);
      return { item: item.item, match: { score, positions: inGiven(item, positions) } };
    });
  }

  #among(query: string): readonly Haystack<T>[] {
    return query.startsWith(this.#narrowed.query) ? this.#narrowed.among : this.#all;
  }
}

/** The best of what is offered, in order. */
class Top<T> {
  readonly entries: { readonly item: T; readonly score: number; readonly from: number }[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(item: T, score: number, from: number): void {
    const { entries } = this;
    if (entries.length === this.#limit && score <= (entries.at(-1)?.score ?? 0)) return;
    let at = entries.length;
    while (at > 0 && score > (entries[at - 1]?.score ?? 0)) at -= 1;
    entries.splice(at, 0, { item, score, from });
    if (entries.length > this.#limit) entries.pop();
  }
}

/** As `Searchable`, for one query. */
export const rank = <T>(items: readonly T[], textOf: (item: T) => string, query: string, limit: number): Ranked<T>[] =>
  new Searchable(items, textOf).rank(query, limit);
