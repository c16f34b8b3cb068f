import { readListMark } from './block-starts.ts';

/** A part of a block that is rendered separately: an item of a list, a row of a table. */
export interface Part {
  readonly at: number;
  readonly source: string;
}

export interface PartSplit {
  readonly source: string;
  /** Closed by complete lines: these never change again. */
  readonly settled: readonly Part[];
  /** The settled ones, and those closed by an incomplete line that looks like the beginning of a part. */
  readonly closed: readonly Part[];
  readonly open: Part | null;
  /** Beginning of the first incomplete line. */
  readonly lineStart: number;
  readonly partStart: number;
  readonly contentIndent: number;
}

const nothing: PartSplit = {
  source: '',
  settled: [],
  closed: [],
  open: null,
  lineStart: 0,
  partStart: 0,
  contentIndent: 0,
};

/** Splits a list into its items. @param before the result for an earlier, shorter source: only the rest is read */
export function splitItems(source: string, before?: PartSplit): PartSplit {
  const listMark = readListMark(source.slice(0, 20))?.mark;
  return splitParts(source, before, true, (line, contentIndent) => {
    const item = readListMark(line);
    // A marker of another list, indented by a space or two, is left to the item before it.
    if (!item || (contentIndent > 0 && (item.indent >= contentIndent || item.mark !== listMark))) return 0;
    return item.contentIndent;
  });
}

/** Splits a table into its rows. */
export const splitRows = (source: string, before?: PartSplit): PartSplit => splitParts(source, before, false, () => 1);

/** @param startsPart 0: the line belongs to the part before it; else the indent of the new part's content */
function splitParts(
  source: string,
  before: PartSplit | undefined,
  isList: boolean,
  startsPart: (line: string, contentIndent: number) => number,
): PartSplit {
  if (before?.source === source) return before;
  const from = before && source.startsWith(before.source) ? before : nothing;
  const closed: Part[] = [];
  let { lineStart, partStart, contentIndent } = from;
  // An incomplete line with a marker alone is undecided.
  const begin = (line: string) => {
    const indent = startsPart(line, contentIndent);
    if (indent === 0) return;
    if (lineStart > partStart) closed.push({ at: partStart, source: source.slice(partStart, lineStart) });
    partStart = lineStart;
    contentIndent = indent;
  };
  for (let end = source.indexOf('\n', lineStart); end >= 0; end = source.indexOf('\n', lineStart)) {
    begin(source.slice(lineStart, end).replace(/\r$/, ''));
    lineStart = end + 1;
  }
  const settled = closed.length === 0 ? from.settled : [...from.settled, ...closed];
  const state = { source, settled, lineStart, partStart, contentIndent };
  closed.length = 0;
  if (/\S\s+\S/.test(source.slice(lineStart, lineStart + 40)) || !isList) begin(source.slice(lineStart));
  const open = source.slice(partStart);
  return {
    ...state,
    closed: closed.length === 0 ? settled : [...settled, ...closed],
    open: open === '' ? null : { at: partStart, source: open },
  };
}
