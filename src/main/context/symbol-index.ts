import { abortable } from '../../shared/bounded.ts';
import { type DeclaredSymbol, declaredSymbols } from './declared-symbols.ts';

/** The names that a project declares, read once for many questions. */
export interface SymbolIndex {
  /**
   * Those that hold the letters of a query in order, the best first.
   * @param root absolute
   * @throws {FailureError} `cancelled` when the signal aborts
   */
  find(root: string, query: string, signal: AbortSignal): Promise<DeclaredSymbol[]>;
}

const mostKept = 100_000;
const mostFound = 50;
const longestQuery = 100;
/** What was read is read again after so long, in ms; until that is done it answers. */
const freshMs = 5_000;

export function createSymbolIndex(): SymbolIndex {
  /** One folder is open at a time. */
  let read: { readonly root: string; readonly symbols: Promise<DeclaredSymbol[]>; at: number } | null = null;
  let isReading = false;

  function symbolsOf(root: string): Promise<DeclaredSymbol[]> {
    if (read?.root === root && (isReading || performance.now() - read.at < freshMs)) return read.symbols;
    const known = read?.root === root ? read.symbols : null;
    const symbols = declaredSymbols({ root, limit: mostKept }, new AbortController().signal);
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
    async find(root, query, signal) {
      const letters = query.replace(/[^\p{L}\p{N}_$]/gu, '').slice(0, longestQuery);
      if (letters === '') return [];
      const symbols = await abortable(symbolsOf(root), signal);
      return ranked(symbols, letters);
    },
  };
}

function ranked(symbols: readonly DeclaredSymbol[], letters: string): DeclaredSymbol[] {
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
    .slice(0, mostFound);
}

/** The same name, one that begins so, one that holds it in a row, and then the rest; short names and paths first. */
function rankOf({ name, path }: DeclaredSymbol, letters: string, wanted: string): number | null {
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

const compare = (one: DeclaredSymbol, other: DeclaredSymbol): number =>
  one.name.localeCompare(other.name) || one.path.localeCompare(other.path) || one.line - other.line;
