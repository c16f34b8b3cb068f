import { listMarker, trimCr } from './block-starts.ts';

/** A fence around code: how it opens and closes, and what of its lines is code. */
export interface Fence {
  readonly mark: string;
  /** The first word after the mark. */
  readonly language: string;
  readonly info: string;
  /** The columns before the `>` of each quote that it stands in. */
  readonly quotes: readonly number[];
  /** How far it is indented within those. */
  readonly indent: number;
  /** It ends with the item or the quote that it stands in; null: it stands in none. */
  readonly container: 'item' | 'quote' | null;
  /** How much of its line begins items. */
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
  // So far from the margin it is code without a fence.
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

/** Whether what the fence stands in ends before this line, as far as it is known. */
export function endsBefore(line: string, { container, quotes }: Fence, isComplete: boolean): boolean {
  if (container === null) return false;
  const [inQuotes] = new RegExp(`^${quoteMarks(quotes, '')}`).exec(line) ?? [];
  if (inQuotes === undefined) return isComplete || /[^> \t]/.test(line);
  return container === 'item' && (quotes.length > 0 ? /^ ?\S/ : /^\S/).test(line.slice(inQuotes.length));
}

/** The code in lines of a fence, without what they share with it. @param isRestOfLine the first of them has no beginning */
export function codeIn(lines: string, { quotes, indent }: Fence, isRestOfLine: boolean): string {
  if (indent === 0 && quotes.length === 0) return lines;
  const begin = isRestOfLine ? '(?<=\\n)' : '(?<![^\\n])';
  return lines.replace(new RegExp(begin + beginningOf(quotes, indent), 'g'), '');
}

const withoutContainer = (line: string, { quotes, indent }: Fence): string =>
  line.replace(new RegExp(`^${beginningOf(quotes, indent)}`), '');

const quoteMarks = (quotes: readonly number[], isEach: '' | '?'): string =>
  quotes.map((columns) => `(?: {0,${columns + 3}}>)${isEach}`).join('');

/** What stands before the code of a line, as far as the line has it. */
function beginningOf(quotes: readonly number[], indent: number): string {
  const tabs = Math.floor(indent / tabWidth);
  return quoteMarks(quotes, '?') + (tabs === 0 ? ` {0,${indent}}` : `(?: {1,${indent}}|\\t{1,${tabs}})?`);
}

/** What is open may end in a line that is about to close it. Only that line is looked at: the rest may be long. */
export function withoutHalfFence(lines: string, fence: Fence): string {
  const line = lines.lastIndexOf('\n');
  const last = lines.slice(line + 1);
  if (!/^ {0,3}(?:`*|~*)\s*$/.test(fence.container ? withoutContainer(last, fence) : last)) return lines;
  return trimCr(lines.slice(0, Math.max(line, 0)));
}

/** The fence in a list or a quote that is open where `source` ends. */
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
