import type { FoundFile, FoundLine } from '../../shared/contract/documents/folder-search.ts';

export type SearchRow =
  | { readonly kind: 'file'; readonly key: string; readonly file: FoundFile; readonly isExpanded: boolean }
  | { readonly kind: 'line'; readonly key: string; readonly file: FoundFile; readonly line: FoundLine };

export function rowsOf(files: readonly FoundFile[], collapsed: ReadonlySet<string>): SearchRow[] {
  const rows: SearchRow[] = [];
  for (const file of files) {
    const isExpanded = !collapsed.has(file.path);
    rows.push({ kind: 'file', key: file.path, file, isExpanded });
    if (!isExpanded) continue;
    for (const line of file.lines) rows.push({ kind: 'line', key: `${file.path}:${line.line}`, file, line });
  }
  return rows;
}

/** How many rows farther down one is among others than it was at a place; 0 if it is not there any more. */
export function shiftOf(before: readonly SearchRow[], after: readonly SearchRow[], place: number): number {
  const key = before[place]?.key;
  if (key === undefined || after[place]?.key === key) return 0;
  const now = after.findIndex((row) => row.key === key);
  return now < 0 ? 0 : now - place;
}

export const countMatches = (lines: readonly FoundLine[]): number =>
  lines.reduce((all, { matches }) => all + matches.length, 0);

/** Index of the next line with a match, from a row on, round the ends; -1 without any. */
export function nextMatch(rows: readonly SearchRow[], from: number, step: 1 | -1): number {
  for (let count = 1; count <= rows.length; count += 1) {
    const at = (((from + step * count) % rows.length) + rows.length) % rows.length;
    const row = rows[at];
    if (row?.kind === 'line' && row.line.matches.length > 0) return at;
  }
  return -1;
}

/** A part of a line: as it is, found, or what takes its place. */
export interface LinePart {
  readonly kind: 'plain' | 'found' | 'removed' | 'added';
  readonly text: string;
}

/** Characters before the first match of a line: the pane is narrow. */
const maxBefore = 12;

/** The shown text of a line in its parts, without blanks at its beginning and with line ends as `⏎`. */
export function partsOf({ text, matches }: FoundLine): LinePart[] {
  const parts: LinePart[] = [];
  let at = 0;
  for (const { from, to, replacement } of matches) {
    if (from >= text.length) break;
    parts.push({ kind: 'plain', text: text.slice(at, from) });
    parts.push({ kind: replacement === undefined ? 'found' : 'removed', text: text.slice(from, to) });
    if (replacement !== undefined) parts.push({ kind: 'added', text: replacement.replace(/\r?\n/g, '⏎') });
    at = Math.min(to, text.length);
  }
  parts.push({ kind: 'plain', text: text.slice(at) });
  const [first] = parts;
  if (first) parts[0] = { ...first, text: shortened(first.text.trimStart(), parts.length > 1) };
  return parts.filter((part) => part.text !== '');
}

const shortened = (before: string, isBeforeMatch: boolean): string =>
  isBeforeMatch && before.length > maxBefore ? `…${before.slice(1 - maxBefore)}` : before;
