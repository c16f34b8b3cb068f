import { abortable } from '../../shared/bounded.ts';
import type { DeclaredName } from '../../shared/contract/methods/agent-methods.ts';
import { declaredSymbols } from './declared-symbols.ts';

const maxKept = 100_000;
const maxFound = 50;
const longestQuery = 100;
/** Age in ms at which a reading is renewed; the old one answers until that is done. */
const freshMs = 5_000;
const stillGoodMs = 60_000;

/** The names that a project declares, read once for many questions. */
export function createSymbolIndex() {
  /** One folder is open at a time. */
  let read: { readonly root: string; readonly symbols: Promise<DeclaredName[]>; at: number } | null = null;
  let isReading = false;

  function symbolsOf(root: string, goodMs: number): Promise<DeclaredName[]> {
    if (read?.root === root && (isReading || performance.now() - read.at < goodMs)) return read.symbols;
    const known = read?.root === root ? read.symbols : null;
    const symbols = declaredSymbols({ root, limit: maxKept }, new AbortController().signal);
    const next = { root, symbols, at: performance.now() };
    isReading = true;
    symbols
      .then(
        () => {
          next.at = performance.now();
          if (known && read?.root === root) read = next;
        },
        () => {
          if (read === next) read = null;
        },
      )
      .finally(() => {
        isReading = false;
      });
    if (known) return known;
    read = next;
    return symbols;
  }

  return {
    /**
     * Those that hold the letters of a query in order, the best first.
     * @param root absolute
     * @throws {FailureError} `cancelled` when the signal aborts
     */
    async find(root: string, query: string, signal: AbortSignal) {
      const letters = query.replace(/[^\p{L}\p{N}_$]/gu, '').slice(0, longestQuery);
      if (letters === '') return [];
      const symbols = await abortable(symbolsOf(root, freshMs), signal);
      return ranked(symbols, letters);
    },
    /** Each of some names, as it is declared; null when in no place or in several. What was read a minute ago will do. */
    async places(root: string, names: readonly string[]) {
      const places = placesIn(await symbolsOf(root, stillGoodMs));
      return names.map((name) => places.get(name) ?? null);
    },
  };
}

const placesOf = new WeakMap<readonly DeclaredName[], ReadonlyMap<string, DeclaredName | null>>();

function placesIn(symbols: readonly DeclaredName[]): ReadonlyMap<string, DeclaredName | null> {
  const known = placesOf.get(symbols);
  if (known) return known;
  const places = new Map<string, DeclaredName | null>();
  for (const symbol of symbols) places.set(symbol.name, places.has(symbol.name) ? null : symbol);
  placesOf.set(symbols, places);
  return places;
}

function ranked(symbols: readonly DeclaredName[], letters: string): DeclaredName[] {
  const wanted = letters.toLowerCase();
  const fitting = symbols.flatMap((symbol) => {
    const rank = rankOf(symbol, letters, wanted);
    return rank === null ? [] : [{ symbol, rank }];
  });
  fitting.sort((one, other) => one.rank - other.rank || compare(one.symbol, other.symbol));
  const places = new Set<string>();
  return fitting
    .map(({ symbol }) => symbol)
    .filter(({ path, name }) => !places.has(`${path}\0${name}`) && places.add(`${path}\0${name}`))
    .slice(0, maxFound);
}

/** The same name, one that begins so, one that holds it in a row, and then the rest; short names and paths first. */
function rankOf({ name, path }: DeclaredName, letters: string, wanted: string): number | null {
  const own = name.toLowerCase();
  const at = own.indexOf(wanted);
  if (at < 0 && !holdsInOrder(own, wanted)) return null;
  const kind = name === letters ? 0 : own === wanted ? 1 : at === 0 ? 2 : at > 0 ? 3 : 4;
  return kind * 10_000 + Math.min(name.length, 99) * 100 + Math.min(path.split('/').length, 99);
}

function holdsInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

const compare = (one: DeclaredName, other: DeclaredName): number =>
  one.name.localeCompare(other.name) || one.path.localeCompare(other.path) || one.line - other.line;
