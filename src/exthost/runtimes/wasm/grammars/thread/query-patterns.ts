/** A pattern of a query file. */
export interface QueryPattern {
  readonly text: string;
  /** Of its beginning, from 1. */
  readonly line: number;
}

/** Comments, texts, brackets, and other words. */
const tokens = /;[^\n]*|"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]";]+/gsu;
/** What belongs to the pattern before it: its captures, and how often it may be there. */
const belongsBefore = /^([@*+?.]|!)/;
/** The name of a field, which belongs to the pattern after it. */
const belongsAfter = /:$/;

/**
 * Takes a query apart into its patterns, so that each can be tried alone. A bracket that is not closed ends with the text.
 * @param text of a `.scm` file
 */
export function patternsOf(text: string): QueryPattern[] {
  const found: { start: number; end: number }[] = [];
  let depth = 0;
  let isOpen = false;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.startsWith(';')) continue;
    const last = found.at(-1);
    if (depth === 0 && !(last && (isOpen || belongsBefore.test(token)))) found.push({ start: index, end: index });
    isOpen = depth === 0 && belongsAfter.test(token);
    if (token === '(' || token === '[') depth += 1;
    else if (token === ')' || token === ']') depth = Math.max(0, depth - 1);
    const current = found.at(-1);
    if (current) current.end = index + token.length;
  }
  return found.map(({ start, end }) => ({ text: text.slice(start, end), line: lineAt(text, start) }));
}

/** @returns the line of a place, from 1 */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Rust's way to ignore the case of a whole expression, in JavaScript's. */
export const withFlagsOfRust = (query: string): string =>
  query.replaceAll(/"\(\?i\)((?:[^"\\]|\\.)*)"/g, (_all, rest: string) => `"(?i:${rest})"`);
