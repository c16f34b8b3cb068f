import { endsContainer, interruptsParagraph, isRule, isTableHead, listMarker, readListMark } from './block-starts.ts';

export type Block =
  | { readonly kind: 'markdown'; readonly at: number; readonly source: string }
  | {
      readonly kind: 'code';
      /** Offset in the whole text: the identity of the block. */
      readonly at: number;
      /** The first word after the opening fence. */
      readonly language: string;
      /** What follows that word; absent when nothing does. */
      readonly info?: string;
      readonly code: string;
      /** It goes on from the block before it, which had become too long. */
      readonly continues: boolean;
    };

export interface SplitState {
  readonly closed: readonly Block[];
  readonly open: Block | null;
  readonly scan: Scan;
}

interface Fence {
  readonly mark: string;
  readonly indent: number;
  readonly language: string;
  readonly info: string;
  readonly continues: boolean;
}

/** Where reading stands. Offsets count in `tail`, which begins at `start` of the whole text. */
interface Scan {
  readonly start: number;
  readonly tail: string;
  /** Where the open block begins; inside a fence, where its code begins. */
  readonly blockStart: number;
  /** Where the line begins that is not complete yet. */
  readonly lineStart: number;
  readonly fence: Fence | null;
  readonly hasList: boolean;
  /** The mark of the items when the block is a list from its first line on. */
  readonly listMark: string;
  readonly isTable: boolean;
  /** Where the item or the row begins that is being read. */
  readonly partStart: number;
  /** Where the line before begins; -1 when the block begins with this one. */
  readonly lineBefore: number;
  readonly afterBlank: boolean;
  /** The line at `lineStart` is the rest of one that was cut for its length: it opens and closes nothing. */
  readonly isRestOfLine: boolean;
}

export const longestBlock = 32_768;
/** Lists and tables are rendered by their items and rows, so they may be long. */
const longestContainer = 524_288;
const splitsListAfter = 4096;

const openingFence = /^( {0,3})(`{3,}|~{3,})(.*)$/;
const blank = /^\s*$/;

export const emptySplit: SplitState = {
  closed: [],
  open: null,
  scan: {
    start: 0,
    tail: '',
    blockStart: 0,
    lineStart: 0,
    fence: null,
    hasList: false,
    listMark: '',
    isTable: false,
    partStart: 0,
    lineBefore: -1,
    afterBlank: false,
    isRestOfLine: false,
  },
};

/**
 * Cuts growing markdown into blocks that can be parsed and rendered apart. A closed block never changes again; only the
 * open one at the end does. What is cut depends on the text alone, not on the pieces it came in, and no block outgrows
 * `longestBlock` by more than a line, so the work for a whole answer grows with its length only.
 * @param text begins with what `state` has seen, of which only what is new is read; a shorter text starts over
 */
export function splitBlocks(text: string, state: SplitState = emptySplit): SplitState {
  const seen = state.scan.start + state.scan.tail.length;
  if (text.length === seen) return state;
  if (text.length < seen) return splitBlocks(text);
  const closed: Block[] = [];
  const scan = { ...state.scan, tail: state.scan.tail + text.slice(seen) };
  readLines(scan, closed);
  const open = blockUpTo(scan, scan.tail.length, true);
  const kept = scan.tail.slice(scan.blockStart);
  return {
    closed: closed.length === 0 ? state.closed : [...state.closed, ...closed],
    open,
    scan: {
      ...scan,
      tail: kept,
      start: scan.start + scan.blockStart,
      lineStart: scan.lineStart - scan.blockStart,
      partStart: scan.partStart - scan.blockStart,
      lineBefore: scan.lineBefore < scan.blockStart ? -1 : scan.lineBefore - scan.blockStart,
      blockStart: 0,
    },
  };
}

type MutableScan = { -readonly [K in keyof Scan]: Scan[K] };

function readLines(scan: MutableScan, closed: Block[]): void {
  for (;;) {
    const newline = scan.tail.indexOf('\n', scan.lineStart);
    const isComplete = newline >= 0;
    const end = isComplete ? newline : scan.tail.length;
    const line = scan.tail.slice(scan.lineStart, end);
    if (!scan.isRestOfLine) readLineStart(scan, line, isComplete, closed);
    if (line.length > longestBlock) {
      cutLine(scan, closed);
      continue;
    }
    if (!isComplete) return;
    if (!scan.isRestOfLine) readLine(scan, line, closed);
    if (scan.lineStart <= newline) scan.lineStart = newline + 1;
    scan.isRestOfLine = false;
    const isTooLong = scan.lineStart - Math.max(scan.blockStart, scan.partStart) > longestBlock;
    if (isTooLong || scan.lineStart - scan.blockStart > longestContainer) closeBlock(scan, scan.lineStart, closed);
  }
}

/** The first characters of a line often tell that a block begins; the paragraph before it is then done. */
function readLineStart(scan: MutableScan, line: string, isComplete: boolean, closed: Block[]): void {
  if (scan.fence || scan.lineStart === scan.blockStart || blank.test(line)) return;
  if (scan.afterBlank ? beginsAfterBlank(scan, line, isComplete) : beginsBlock(scan, line, isComplete)) {
    closeBlock(scan, scan.lineStart, closed);
  }
}

function beginsAfterBlank(scan: Scan, line: string, isComplete: boolean): boolean {
  const indent = line.search(/\S/);
  // An indented line may continue a list item or code before it.
  const isOutside = scan.hasList ? indent === 0 : scan.isTable || indent < 4;
  if (!isOutside) return false;
  if (!scan.hasList || !/^[-*+\d]/.test(line)) return true;
  if (scan.listMark !== '') return isOtherItem(scan, line, isComplete) || (isComplete && !readListMark(trimCr(line)));
  if (!isComplete) return false;
  const item = readListMark(trimCr(line));
  return !(item && scan.lineStart - scan.blockStart < splitsListAfter);
}

/** Without a blank line before it. */
function beginsBlock(scan: Scan, line: string, isComplete: boolean): boolean {
  const text = trimCr(line);
  const isContainer = scan.listMark !== '' || scan.isTable;
  if (isContainer && isComplete && endsContainer(text)) return true;
  if (scan.listMark !== '') return isOtherItem(scan, text, isComplete);
  if (scan.hasList || scan.tail[scan.blockStart] === '<' || !interruptsParagraph(text)) return false;
  return isComplete || !isRule(text);
}

/** Another mark begins another list, which shows as soon as something follows it. */
function isOtherItem({ listMark }: Scan, line: string, isComplete: boolean): boolean {
  if (!/^[-*+\d]/.test(line) || !(isComplete || /^(?:[-*+]|\d{1,9}[.)])[ \t]+\S/.test(line))) return false;
  const item = readListMark(trimCr(line));
  return item !== null && item.mark !== listMark;
}

const trimCr = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

function readLine(scan: MutableScan, line: string, closed: Block[]): void {
  const next = scan.lineStart + line.length + 1;
  const text = line.replace(/\r$/, '');
  if (scan.fence) {
    if (!closesFence(text, scan.fence)) return;
    closeBlock(scan, scan.lineStart, closed);
    scan.fence = null;
    scan.blockStart = next;
    scan.lineStart = next;
    return;
  }
  const fence = readFence(text);
  // Inside a list item an indented fence belongs to the item.
  if (fence && (fence.indent === 0 || !scan.hasList)) {
    closeBlock(scan, scan.lineStart, closed);
    scan.fence = fence;
    scan.blockStart = next;
    scan.lineStart = next;
    return;
  }
  if (!scan.afterBlank && !scan.hasList && !scan.isTable && scan.lineBefore >= scan.blockStart) {
    const header = scan.tail.slice(scan.lineBefore, scan.lineStart - 1).replace(/\r$/, '');
    if (/^ {0,3}[^\s><]/.test(header) && isTableHead(header, text)) {
      if (scan.lineBefore > scan.blockStart) closeBlock(scan, scan.lineBefore, closed);
      scan.isTable = true;
    }
  }
  scan.afterBlank = blank.test(text);
  const item = readListMark(text);
  if (item && scan.lineStart === scan.blockStart && item.indent === 0) scan.listMark = item.mark;
  if (listMarker.test(text)) scan.hasList = true;
  if (scan.isTable || (item && item.mark === scan.listMark && item.indent === 0)) scan.partStart = scan.lineStart;
  scan.lineBefore = scan.lineStart;
}

function readFence(line: string): Fence | null {
  const [, indent = '', mark = '', info = ''] = openingFence.exec(line) ?? [];
  if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return null;
  const words = info.trim();
  const language = words.split(/\s/, 1)[0] ?? '';
  return { mark, indent: indent.length, language, info: words.slice(language.length).trim(), continues: false };
}

function closesFence(line: string, { mark }: Fence): boolean {
  const [, , found = '', rest = ''] = openingFence.exec(line) ?? [];
  return found.startsWith(mark) && rest.trim() === '';
}

/** A line of that length would make each new piece dearer; the cut keeps pairs of surrogates together. */
function cutLine(scan: MutableScan, closed: Block[]): void {
  const limit = scan.lineStart + longestBlock;
  const isPair = /[\uD800-\uDBFF]/.test(scan.tail[limit - 1] ?? '');
  scan.lineStart = isPair ? limit - 1 : limit;
  closeBlock(scan, scan.lineStart, closed);
  scan.isRestOfLine = true;
}

function closeBlock(scan: MutableScan, end: number, closed: Block[]): void {
  const block = blockUpTo(scan, end, false);
  if (block) closed.push(block);
  scan.blockStart = end;
  if (scan.fence) scan.fence = { ...scan.fence, continues: true };
  scan.hasList = false;
  scan.listMark = '';
  scan.isTable = false;
  scan.partStart = end;
  scan.lineBefore = -1;
  scan.afterBlank = false;
}

function blockUpTo(scan: Scan, end: number, isOpen: boolean): Block | null {
  const source = scan.tail.slice(scan.blockStart, end);
  const at = scan.start + scan.blockStart;
  if (!scan.fence) return blank.test(source) ? null : { kind: 'markdown', at, source };
  const { indent, language, info, continues } = scan.fence;
  if (continues && source === '') return null;
  const whole = isOpen ? withoutHalfFence(source) : source.replace(/\n$/, '');
  const code = indent === 0 ? whole : whole.replace(new RegExp(`^ {1,${indent}}`, 'gm'), '');
  return { kind: 'code', at, language, ...(info !== '' && { info }), code, continues };
}

/** Only the last line is looked at: the rest may be long. */
function withoutHalfFence(code: string): string {
  const line = code.lastIndexOf('\n');
  const last = code.slice(line + 1);
  return /^ {0,3}[`~]*$/.test(last) ? code.slice(0, Math.max(line, 0)) : code;
}
