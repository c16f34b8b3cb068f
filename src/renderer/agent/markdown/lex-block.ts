import { Lexer, type Links, type MarkedToken, type Tokens } from 'marked';

export type { Links, MarkedToken, Tokens };

/** The lexer's work for emphasis grows with the square of the marks; beyond this many a block is shown as plain text. */
const mostMarks = 1200;
/** So many containers in one line are no document; the lexer would run out of stack. */
const deepNesting = /(?:>[ \t]?){24}|(?:[-*+] +){24}|(?:\d{1,9}[.)] +){24}/;

/**
 * @param links addresses of reference links, by lower-cased label
 * @returns null when the source is better shown as plain text
 */
export function lexBlock(source: string, links: Links = {}): MarkedToken[] | null {
  if (countMarks(source) > mostMarks || deepNesting.test(source)) return null;
  const lexer = new Lexer({ gfm: true });
  Object.assign(lexer.tokens.links, links);
  // Without extensions the lexer makes no other tokens than these.
  return lexer.lex(source) as MarkedToken[];
}

function countMarks(source: string): number {
  let count = 0;
  for (const _ of source.matchAll(/[*_~[\]<`!]+/g)) count++;
  return count;
}

/** A link that is still being written shows its text, not half of an address. */
export function hideUnfinishedLink(source: string): string {
  const address = source.lastIndexOf('](');
  if (address < 0 || /[)\n]/.test(source.slice(address))) return source;
  const label = source.lastIndexOf('[', address);
  if (label < 0 || source.slice(label, address).includes('\n')) return source;
  const start = source[label - 1] === '!' ? label - 1 : label;
  return source.slice(0, start) + source.slice(label + 1, address);
}

/** The definitions of reference links (`[label]: address`) in all blocks; the first one of a label holds. */
export function readDefinitions(sources: readonly string[]): Links {
  const links: Links = Object.create(null);
  for (const source of sources) {
    if (!/^ {0,3}\[[^\]\n]+\]:/m.test(source)) continue;
    for (const token of lexBlock(source) ?? []) {
      if (token.type === 'def') links[token.tag] ??= { href: token.href, title: token.title };
    }
  }
  return links;
}
