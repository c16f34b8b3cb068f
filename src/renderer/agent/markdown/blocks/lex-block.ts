import { Lexer, type Links, type MarkedToken, type Tokens } from 'marked';
import { PathLinkTokenizer } from '../paths/path-link-tokenizer.ts';
import { mendOpen } from './mend-open.ts';
import type { Block } from './split-blocks.ts';

export type { Links, MarkedToken, Tokens };

/** The lexer's work is quadratic in the number of marks; a block with more of them is shown as plain text. */
const maxMarks = 1200;
/** This many containers in a line are no document, and would overflow the lexer's stack. */
const deepNesting = /(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+){24}/;

/**
 * @param links addresses of reference links, by lower-cased label
 * @returns null when the source must be shown as plain text
 */
export function lexBlock(source: string, links: Links = {}): MarkedToken[] | null {
  if (countMarks(source) > maxMarks || deepNesting.test(source)) return null;
  const lexer = new Lexer({ gfm: true, tokenizer: new PathLinkTokenizer() });
  Object.assign(lexer.tokens.links, links);
  try {
    // Without extensions the lexer makes no other tokens than these.
    return lexer.lex(source) as MarkedToken[];
  } catch (thrown) {
    // Nested containers may still overflow its stack.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

function countMarks(source: string): number {
  let count = 0;
  for (const _ of source.matchAll(/\*+|_+|~+|`+|[[\]<!]/g)) count++;
  return count;
}

/** Parses source that may be half-written. */
export function readOpen(source: string, links: Links | undefined, isOpen: boolean): MarkedToken[] | null {
  if (!isOpen) return lexBlock(source, links);
  const { text, isCodeOpen } = mendOpen(source);
  const tokens = lexBlock(text, links);
  if (tokens) keepEndInert(tokens, isCodeOpen);
  return tokens;
}

/** At the end of half-written source an address, a word or code may be incomplete, so that they stay inert. */
function keepEndInert(tokens: MarkedToken[], isCodeOpen: boolean): void {
  let level = tokens;
  for (;;) {
    const last = level.at(-1);
    if (!last) return;
    if (last.type === 'codespan' && isCodeOpen) Object.assign(last, { isOpen: true });
    if (last.type === 'text' && !last.tokens) {
      Object.assign(last, { isOpen: true });
      if (!/\s/.test(last.raw)) makeInert(level, level.length - 2);
    }
    if (last.type === 'link') makeInert(level, level.length - 1);
    if (last.type === 'list') level = last.items;
    else if (last.type === 'table')
      level = (last.rows.at(-1)?.findLast(({ text }) => text !== '')?.tokens ?? []) as MarkedToken[];
    else if ('tokens' in last && last.type !== 'link') level = (last.tokens ?? []) as MarkedToken[];
    else return;
  }
}

function makeInert(level: MarkedToken[], at: number): void {
  const token = level[at];
  // A link in brackets is certainly complete.
  if (token?.type !== 'link' || /^[[<]/.test(token.raw)) return;
  level[at] = Object.assign({ type: 'text', raw: token.raw, text: token.raw, escaped: false } as const, {
    isOpen: true,
  });
}

/** The definitions of reference links (`[label]: address`) in all blocks; the first one of a label counts. */
export function readDefinitions(blocks: readonly Block[]): Links {
  const links: Links = Object.create(null);
  for (const block of blocks) {
    if (block.kind === 'code' || !/^ {0,3}\[[^\]\n]+\]:/m.test(block.source)) continue;
    for (const token of lexBlock(block.source) ?? []) {
      if (token.type === 'def') links[token.tag] ??= { href: token.href, title: token.title };
    }
  }
  return links;
}
