import { listMarker, trimCr } from './block-starts.ts';

/** A code fence: its marks, and where the code begins in its lines. */
export interface Fence {
  readonly mark: string;
  /** The first word after the mark. */
  readonly language: string;
  readonly info: string;
  /** The columns before the `>` of each quote around it. */
  readonly quotes: readonly number[];
  /** Its indent within those. */
  readonly indent: number;
  /** The container that also ends it, a list item or a quote; null: none. */
  readonly container: 'item' | 'quote' | null;
  /** Characters at the beginning of its line that begin list items. */
  readonly itemMarks: number;
}

const opening = /^((?:(?:[-*+]|\d{1,9}[.)])[ \t]|[> \t])*)(`{3,}|~{3,})(.*)$/;
const closing = /^ {0,3}(`{3,}|~{3,})\s*$/;
const itemMark = /(?:[-*+]|\d{1,9}[.)])[ \t]/;
const tabWidth = 4;

/** @param isInList an indented line may belong to an item. @returns the fence that the line opens */
export function readFence(line: string, isInList: boolean): Fence | null {
  const [, before = '', mark = '', text = ''] = opening.exec(line) ?? [];
  if (mark === '' || (mark.startsWith('`') && text.includes('`'))) return null;
  // Indented by four columns it is an indented code block.
  if (!isInList && /^(?: {4}| {0,3}\t)/.test(before)) return null;
  const segments = before.replaceAll('\t', ' '.repeat(tabWidth)).split('>');
  const quotes = segments.slice(0, -1).map(({ length }) => length);
  const own = segments.at(-1) ?? '';
  const isInItem = itemMark.test(own) || (isInList && quotes.length === 0 && own !== '');
  const words = text.trim();
  const language = words.split(/\s/, 1)[0] ?? '';
  return {
    mark,
    language,
    info: words.slice(language.length).trim(),
    quotes,
    indent: own.length,
    container: isInItem ? 'item' : quotes.length > 0 ? 'quote' : null,
    itemMarks: itemMark.test(before) ? before.length : 0,
  };
}

export function closesFence(line: string, fence: Fence): boolean {
  const [, found = ''] = closing.exec(fence.container ? withoutContainer(line, fence) : line) ?? [];
  return found.startsWith(fence.mark);
}

/** Whether the container of the fence ends before this line, as far as the line is known. */
export function endsBefore(line: string, { container, quotes }: Fence, isComplete: boolean): boolean {
  if (container === null) return false;
  const [inQuotes] = new RegExp(`^${quoteMarks(quotes, '')}`).exec(line) ?? [];
  if (inQuotes === undefined) return isComplete || /[^> \t]/.test(line);
  return container === 'item' && (quotes.length > 0 ? /^ ?\S/ : /^\S/).test(line.slice(inQuotes.length));
}

/** The code in lines of a fence, without indent and quote marks. @param isRestOfLine the first line lacks its beginning */
export function codeIn(lines: string, { quotes, indent }: Fence, isRestOfLine: boolean): string {
  if (indent === 0 && quotes.length === 0) return lines;
  const begin = isRestOfLine ? '(?<=\\n)' : '(?<![^\\n])';
  return lines.replace(new RegExp(begin + beginningOf(quotes, indent), 'g'), '');
}

const withoutContainer = (line: string, { quotes, indent }: Fence): string =>
  line.replace(new RegExp(`^${beginningOf(quotes, indent)}`), '');

const quoteMarks = (quotes: readonly number[], isEach: '' | '?'): string =>
  quotes.map((columns) => `(?: {0,${columns + 3}}>)${isEach}`).join('');

/** The part of a line before its code, as far as the line has it. */
function beginningOf(quotes: readonly number[], indent: number): string {
  const tabs = Math.floor(indent / tabWidth);
  return quoteMarks(quotes, '?') + (tabs === 0 ? ` {0,${indent}}` : `(?: {1,${indent}}|\\t{1,${tabs}})?`);
}

/** Hides a last line that may be about to close the fence. Only that line is examined: the rest may be long. */
export function withoutHalfFence(lines: string, fence: Fence): string {
  const line = lines.lastIndexOf('\n');
  const last = lines.slice(line + 1);
  if (!/^ {0,3}(?:`*|~*)\s*$/.test(fence.container ? withoutContainer(last, fence) : last)) return lines;
  return trimCr(lines.slice(0, Math.max(line, 0)));
}

/** The fence in a list or a quote that is still open at the end of `source`. */
export function fenceAtEnd(source: string): Fence | null {
  if (!/`{3}|~{3}/.test(source)) return null;
  let fence: Fence | null = null;
  let isInList = false;
  for (let from = 0; from < source.length; ) {
    const newline = source.indexOf('\n', from);
    const isComplete = newline >= 0;
    const end = isComplete ? newline : source.length;
    const line = trimCr(source.slice(from, end));
    if (fence && endsBefore(line, fence, isComplete)) fence = null;
    if (isComplete) {
      if (fence) {
        if (closesFence(line, fence)) fence = null;
      } else {
        fence = readFence(line, isInList);
        isInList ||= listMarker.test(line);
      }
    }
    from = end + 1;
  }
  return fence;
}
