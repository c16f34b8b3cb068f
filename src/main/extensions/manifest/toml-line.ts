const name = `(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')`;
const dotted = String.raw`${name}(?:\s*\.\s*${name})*`;
const headerPattern = new RegExp(String.raw`^\s*(\[\[?)\s*(${dotted})\s*\]\]?\s*(?:#.*)?$`);
const keyPattern = new RegExp(String.raw`^\s*(${dotted})\s*=`);

/**
 * Finds the line of a key in a valid TOML text. Supports tables, arrays of tables, dotted and quoted keys, and skips
 * multi-line strings; for a missing key it gives the line of the innermost table that exists.
 * @param path keys from the root; indexes of arrays count from 0
 * @returns a 1-based line
 */
export function lineOf(text: string, path: readonly string[]): number {
  const listLengths = new Map<string, number>();
  let table: string[] = [];
  let quotes: string | undefined;
  let best = { depth: 0, line: 1 };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const isInString = quotes !== undefined;
    quotes = quotesLeftOpen(line, quotes);
    if (isInString) continue;
    const [, brackets, header] = headerPattern.exec(line) ?? [];
    const key = header === undefined ? keyPattern.exec(line)?.[1] : undefined;
    if (header !== undefined) table = openTable(keysOf(header), brackets === '[[', listLengths);
    else if (key === undefined) continue;
    const here = key === undefined ? table : [...table, ...keysOf(key)];
    const depth = commonPrefix(here, path);
    // A line belongs to the path when all of its own keys are in it, or when it is below the path's end.
    if ((depth === here.length || depth === path.length) && depth > best.depth) best = { depth, line: index + 1 };
  }
  return best.line;
}

/** @returns the path of the table that a header opens, with indexes for arrays of tables */
function openTable(keys: readonly string[], isItem: boolean, listLengths: Map<string, number>): string[] {
  const path: string[] = [];
  for (const [position, key] of keys.entries()) {
    path.push(key);
    const list = JSON.stringify(path);
    const length = listLengths.get(list) ?? 0;
    if (isItem && position === keys.length - 1) {
      listLengths.set(list, length + 1);
      path.push(String(length));
    } else if (length > 0) path.push(String(length - 1));
  }
  return path;
}

/** @returns the quotes of a string that continues in the next line */
function quotesLeftOpen(line: string, quotes: string | undefined): string | undefined {
  let open = quotes;
  let rest = line;
  for (;;) {
    if (open) {
      const end = rest.indexOf(open);
      if (end < 0) return open;
      rest = rest.slice(end + open.length);
      open = undefined;
    }
    const token = /"""|'''|"(?:[^"\\]|\\.)*"|'[^']*'|#/.exec(rest);
    if (!token || token[0] === '#') return undefined;
    rest = rest.slice(token.index + token[0].length);
    if (token[0] === '"""' || token[0] === "'''") open = token[0];
  }
}

const keysOf = (dotted: string): string[] =>
  [...dotted.matchAll(/"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}
