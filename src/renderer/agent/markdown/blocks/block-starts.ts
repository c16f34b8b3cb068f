/** Recognises the beginnings of blocks. */

export const listMarker = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const marker = /^( {0,3})(?:([-*+])|\d{1,9}([.)]))( {0,4}(?=\S)|[ \t]|$)/;
const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

export interface ListMark {
  readonly indent: number;
  /** `-`, `*`, `+`, `.` or `)`: another one begins another list. */
  readonly mark: string;
  /** Lines with at least this indent belong to the item. */
  readonly contentIndent: number;
}

/** @returns the list marker at the beginning of the line; null when there is none */
export function readListMark(line: string): ListMark | null {
  if (!listMarker.test(line) || isRule(line)) return null;
  const [whole = '', indent = '', bullet, delimiter, space = ''] = marker.exec(line) ?? [];
  const mark = bullet ?? delimiter;
  if (mark === undefined) return null;
  return {
    indent: indent.length,
    mark,
    contentIndent: space.trim() === '' && space === '' ? whole.length + 1 : whole.length,
  };
}

/** A thematic break: dashes, stars or underscores. It looks like a list item until its second mark. */
export const isRule = (line: string): boolean => rule.test(line);

/** Such a line ends a list or a table without a blank line before it. */
export const endsContainer = (line: string): boolean => /^(?:#{1,6}(?:\s|$)|>)/.test(line) || isRule(line);

/** A list may begin right below a paragraph if it is unmistakable. A lone dash could underline a heading. */
export function interruptsParagraph(line: string): boolean {
  const [, bullet, next] = /^ {0,3}([-*+]|1[.)])[ \t]+(\S)/.exec(line) ?? [];
  return bullet !== undefined && next !== bullet;
}

/** Whether the two lines are the head of a table. */
export function isTableHead(header: string, delimiters: string): boolean {
  if (!header.includes('|') || !delimiters.includes('|') || !delimiterRow.test(delimiters)) return false;
  return countCells(header) === countCells(delimiters);
}

/** The number of cells in a row of a table. */
export function countCells(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  let count = 1;
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] === '\\') at++;
    else if (inner[at] === '|') count++;
  }
  return count;
}

export const trimCr = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
