import type { DiffChange } from './diff-change.ts';

export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed';
  readonly text: string;
  /** Line number from 1: in the file after the change; for a removed line in the file before it. */
  readonly number: number;
  /** The last one of its file, which ends without a line break. */
  readonly isUnended?: true;
  /** The change that begins with this line. */
  readonly change?: DiffChange;
}

/** Consecutive lines of a file. */
export type DiffHunk = readonly DiffLine[];

/** A longer line counts as several: about this many characters fit before it wraps a second time. */
const lettersOfLine = 80;

/** The first `most` lines of all hunks together; an overlong one is cut. @returns null when there are no more */
export function firstLines(hunks: readonly DiffHunk[], most: number): DiffHunk[] | null {
  const shown: DiffLine[][] = [];
  let room = most;
  for (const hunk of hunks) {
    const lines: DiffLine[] = [];
    if (room > 0) shown.push(lines);
    for (const line of hunk) {
      const height = Math.max(1, Math.ceil(line.text.length / lettersOfLine));
      if (height > room) {
        if (room > 0) lines.push({ ...line, text: line.text.slice(0, room * lettersOfLine) });
        return shown.filter(({ length }) => length > 0);
      }
      lines.push(line);
      room -= height;
    }
  }
  return null;
}
