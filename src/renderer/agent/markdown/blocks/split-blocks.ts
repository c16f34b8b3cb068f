import { beginsBlock } from './begins-block.ts';
import { isTableHead, listMarker, readListMark, trimCr } from './block-starts.ts';
import { closesFence, codeIn, endsBefore, readFence, withoutHalfFence } from './fences.ts';
import type { Scan } from './scan.ts';

export interface CodeSource {
  readonly kind: 'code';
  /** Offset in the whole text: the identity of the block. */
  readonly at: number;
  readonly mark: string;
  /** The first word after the opening fence. */
  readonly language: string;
  /** The rest of the info string, after that word; absent when empty. */
  readonly info?: string;
  readonly code: string;
  /** Set when it continues the block before it, which had become too long: the text between the code of both. */
  readonly joint?: string;
}

export type Block = { readonly kind: 'markdown'; readonly at: number; readonly source: string } | CodeSource;

export interface SplitState {
  readonly closed: readonly Block[];
  readonly open: Block | null;
  readonly scan: Scan;
}

export const longestBlock = 32_768;
/** Lists and tables are rendered by item and row, so they may be long. */
const longestContainer = 524_288;

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
    joint: undefined,
    inner: null,
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
 * Splits growing Markdown into blocks that can be parsed and rendered separately. A closed block never changes again; only
 * the open one at the end does. The cuts depend on the text alone, not on the pieces it came in, and no block outgrows
 * `longestBlock` by more than a line, so the work for a whole answer grows with its length only.
 * @param text begins with the text that `state` has seen, so that only the new part is read; a shorter text starts over
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
      inner: scan.inner && {
        ...scan.inner,
        at: scan.inner.at - scan.blockStart,
        codeStart: scan.inner.codeStart - scan.blockStart,
      },
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
      takeOutInner(scan, closed);
      cutLine(scan, closed);
      continue;
    }
    if (!isComplete) return;
    if (!scan.isRestOfLine) readLine(scan, line, closed);
    if (scan.lineStart <= newline) scan.lineStart = newline + 1;
    scan.isRestOfLine = false;
    if (isTooLong(scan)) takeOutInner(scan, closed);
    if (isTooLong(scan)) cutBlock(scan, line.endsWith('\r') ? '\r\n' : '\n', closed);
  }
}

const isTooLong = ({ lineStart, blockStart, partStart }: Scan): boolean =>
  lineStart - Math.max(blockStart, partStart) > longestBlock || lineStart - blockStart > longestContainer;

/** Before a cut within a fence, that fence becomes a block of code, so that none of it is parsed as Markdown. */
function takeOutInner(scan: MutableScan, closed: Block[]): void {
  if (!scan.inner) return;
  const { fence, at, codeStart } = scan.inner;
  closeBlock(scan, at, closed);
  scan.fence = fence;
  scan.blockStart = codeStart;
  scan.partStart = codeStart;
}

/** The first characters of a line often show that a block begins: then the paragraph before it is complete. */
function readLineStart(scan: MutableScan, line: string, isComplete: boolean, closed: Block[]): void {
  if (scan.fence && endsBefore(line, scan.fence, isComplete)) closeFence(scan, scan.lineStart, closed);
  if (scan.inner && endsBefore(line, scan.inner.fence, isComplete)) scan.inner = null;
  if (scan.fence || scan.inner || scan.lineStart === scan.blockStart || blank.test(line)) return;
  if (beginsBlock(scan, line, isComplete)) closeBlock(scan, scan.lineStart, closed);
}

function readLine(scan: MutableScan, line: string, closed: Block[]): void {
  const next = scan.lineStart + line.length + 1;
  const text = trimCr(line);
  if (scan.fence) {
    if (closesFence(text, scan.fence)) closeFence(scan, next, closed);
    return;
  }
  if (scan.inner) {
    if (closesFence(text, scan.inner.fence)) scan.inner = null;
    scan.afterBlank = blank.test(text);
    scan.lineBefore = scan.lineStart;
    return;
  }
  const fence = readFence(text, scan.hasList);
  if (fence && fence.container === null) {
    closeBlock(scan, scan.lineStart, closed);
    scan.fence = fence;
    scan.blockStart = next;
    scan.lineStart = next;
    return;
  }
  if (fence) scan.inner = { fence, at: scan.lineStart + fence.itemMarks, codeStart: next };
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

/** @param next beginning of the text after it */
function closeFence(scan: MutableScan, next: number, closed: Block[]): void {
  closeBlock(scan, scan.lineStart, closed);
  scan.fence = null;
  scan.joint = undefined;
  scan.blockStart = next;
  scan.lineStart = next;
}

/** A line this long would make each new piece costlier; the cut keeps surrogate pairs together. */
function cutLine(scan: MutableScan, closed: Block[]): void {
  const limit = scan.lineStart + longestBlock;
  const isPair = /[\uD800-\uDBFF]/.test(scan.tail[limit - 1] ?? '');
  scan.lineStart = isPair ? limit - 1 : limit;
  cutBlock(scan, '', closed);
  scan.isRestOfLine = true;
}

function cutBlock(scan: MutableScan, joint: string, closed: Block[]): void {
  closeBlock(scan, scan.lineStart, closed);
  if (scan.fence) scan.joint = joint;
}

function closeBlock(scan: MutableScan, end: number, closed: Block[]): void {
  const block = blockUpTo(scan, end, false);
  if (block) closed.push(block);
  scan.blockStart = end;
  scan.inner = null;
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
  const { fence, joint } = scan;
  const isRestOfLine = joint === '';
  const isOnlyRest = isRestOfLine && !source.includes('\n');
  const lines = !isOpen ? source.replace(/\r?\n$/, '') : isOnlyRest ? source : withoutHalfFence(source, fence);
  if (joint !== undefined && (isOpen ? lines : source) === '') return null;
  const { mark, language, info } = fence;
  const code = codeIn(lines, fence, isRestOfLine);
  return {
    kind: 'code',
    at,
    mark,
    language,
    ...(info !== '' && { info }),
    code,
    ...(joint !== undefined && { joint }),
  };
}
