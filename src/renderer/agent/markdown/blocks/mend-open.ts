import { fenceAtEnd, withoutHalfFence } from './fences.ts';

/** Half-written text for display: incomplete syntax is hidden or closed, so that it changes its look only once. */
export interface Mended {
  readonly text: string;
  /** The code span at its end is incomplete and must not become a link. */
  readonly isCodeOpen: boolean;
}

/** Longer paragraphs are shown unmended. */
const longest = 8192;
const deepest = 4;
const partialMarker =
  /(?:^|\n)[ \t]*(?:[-+*_=~`#>|]+[ \t]*|\d{1,9}[.)]?[ \t]*|(?:(?:[-*+>]|\d{1,9}[.)])[ \t]*)*(?:`{3,}|~{3,})[^`\n]*)$/;
/** The lexer does not take a task's box for one until something follows it. */
const boxAtEnd = /((?:^|\n)[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[[ xX]?\]?\s*$/;

export function mendOpen(source: string): Mended {
  const fence = fenceAtEnd(source);
  // Within code there are no marks.
  if (fence) return { text: withoutHalfFence(source, fence), isCodeOpen: false };
  const marked = source.replace(partialMarker, '').replace(boxAtEnd, '$1');
  const start = paragraphStart(marked);
  const isLong = marked.length - start > longest;
  const text = hideUnfinishedLink(marked, isLong ? marked : withoutCode(marked, start));
  if (isLong) return { text, isCodeOpen: false };
  const mended = closeMarks(text, start);
  return { ...mended, text: mended.text.replace(boxAtEnd, '$1') };
}

/** The text from the paragraph at `start` on, with its code spans blanked out. */
function withoutCode(text: string, start: number): string {
  const mark = /\\.|`+/gs;
  mark.lastIndex = start;
  let bare = '';
  let end = 0;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0].startsWith('\\')) continue;
    const begin = found.index;
    bare += text.slice(end, begin);
    const after = findRun(text, begin + found[0].length, found[0].length);
    end = after < 0 ? text.length : after;
    bare += ' '.repeat(end - begin);
    mark.lastIndex = end;
  }
  return bare + text.slice(end);
}

/** Marks do not reach beyond their paragraph. */
function paragraphStart(text: string): number {
  const line = text.lastIndexOf('\n') + 1;
  const [ownMarker = ''] = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)]|#{1,6})[ \t]+)+/.exec(text.slice(line, line + 200)) ?? [];
  if (ownMarker !== '') return line + ownMarker.length;
  const begin = text.lastIndexOf('\n\n') + 2;
  const from = begin < 2 ? 0 : begin;
  const markers = [...text.slice(from, from + longest).matchAll(/(?:^|\n)[ \t]*(?:[-*+>]|\d{1,9}[.)])[ \t]+/g)].at(-1);
  return markers ? from + markers.index + markers[0].length : from;
}

interface Opener {
  readonly mark: string;
  readonly length: number;
}

function closeMarks(text: string, start: number): Mended {
  const openers: Opener[] = [];
  let at = start;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '\\') {
      at += 2;
    } else if (character === '`') {
      const run = runAt(text, at);
      const end = findRun(text, at + run, run);
      if (end < 0) return closeCode(text, at, run, openers);
      at = end;
    } else if (character === '*' || character === '_' || character === '~') {
      const run = runAt(text, at);
      if (at + run === text.length && !closes(openers, character, run)) {
        return { text: trimLoose(text.slice(0, at), start) + closing(openers), isCodeOpen: false };
      }
      readRun(text, at, run, openers);
      at += run;
    } else {
      at += 1;
    }
  }
  return { text: openers.length === 0 ? text : trimLoose(text, start) + closing(openers), isCodeOpen: false };
}

/** Drops trailing blanks, and marks between blanks, which would be merged with the closing ones. */
function trimLoose(text: string, start: number): string {
  for (let kept = text.trimEnd(); ; ) {
    let at = kept.length;
    while (/[*_~]/.test(kept[at - 1] ?? '')) at--;
    if (at === kept.length || at <= start || !/\s/.test(kept[at - 1] ?? '')) return kept;
    kept = kept.slice(0, at).trimEnd();
  }
}

function closeCode(text: string, at: number, run: number, openers: readonly Opener[]): Mended {
  const code = text.slice(at + run);
  // The end of it may be the first of several closing marks.
  const shown = code.replace(/`+$/, '').trimEnd();
  if (shown === '') return { text: text.slice(0, at).trimEnd() + closing(openers), isCodeOpen: false };
  return { text: text.slice(0, at + run) + shown + '`'.repeat(run) + closing(openers), isCodeOpen: true };
}

function readRun(text: string, at: number, run: number, openers: Opener[]): void {
  const mark = text[at] ?? '';
  const [before = ' ', after = ' '] = [text[at - 1], text[at + run]];
  if (!/\s/.test(before) && closes(openers, mark, run)) {
    openers.pop();
    return;
  }
  // Inside a word it is seldom a mark.
  const opens = !/\s/.test(after) && (/[\s([{"'“‘*_~|>]/.test(before) || at === 0);
  if (opens && run <= 3 && (mark !== '~' || run === 2) && openers.length < deepest) openers.push({ mark, length: run });
}

function closes(openers: readonly Opener[], mark: string, run: number): boolean {
  const last = openers.at(-1);
  return last?.mark === mark && last.length === run;
}

const closing = (openers: readonly Opener[]): string =>
  openers
    .map(({ mark, length }) => mark.repeat(length))
    .reverse()
    .join('');

function runAt(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return end - at;
}

/** @returns the end of a run of exactly so many backticks; -1 when there is none */
function findRun(text: string, from: number, length: number): number {
  for (let at = text.indexOf('`', from); at >= 0; at = text.indexOf('`', at)) {
    const run = runAt(text, at);
    at += run;
    if (run === length) return at;
  }
  return -1;
}

/** Shows the text of a half-written link, not half of an address. @param bare the source without code */
function hideUnfinishedLink(source: string, bare: string): string {
  const address = bare.lastIndexOf('](');
  if (address < 0 || isAddressComplete(source, address + 2)) return hideUnfinishedLabel(source, bare);
  const label = bare.lastIndexOf('[', address);
  if (label < 0 || source.slice(label, address).includes('\n')) return source;
  const start = source[label - 1] === '!' ? label - 1 : label;
  return source.slice(0, start) + source.slice(label + 1, address);
}

/** An address may hold balanced brackets; between angle brackets it may hold any. It ends with its line. */
function isAddressComplete(source: string, start: number): boolean {
  const isAngled = source[start] === '<';
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    const character = source[at];
    if (character === '\n') return true;
    if (isAngled) {
      if (character === '>' && source.indexOf(')', at) > at) return true;
    } else if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return true;
  }
  return false;
}

/** `[label` at the end may become a link; its bracket is hidden until that is known. */
function hideUnfinishedLabel(source: string, bare: string): string {
  const label = bare.lastIndexOf('[');
  if (label < 0 || /[\]\n]/.test(bare.slice(label, -1))) return source;
  // `items[0` is not a link.
  if (label > 0 && !/[\s!(*_"'“‘~>|]/.test(source[label - 1] ?? '')) return source;
  const start = source[label - 1] === '!' ? label - 1 : label;
  return source.slice(0, start) + source.slice(label + 1).replace(/\]$/, '');
}
