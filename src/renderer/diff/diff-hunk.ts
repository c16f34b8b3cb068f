import type { DiffChange } from './diff-change.ts';

export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed';
  readonly text: string;
  /** In the file after the change; of a removed line in the one before it. From 1. */
  readonly number: number;
  /** What begins with this line. */
  readonly change?: DiffChange;
}

/** Lines of a file that follow one another. */
export type DiffHunk = readonly DiffLine[];

/** So many letters of a line count as one, about what is drawn of it before it breaks a second time. */
const lettersOfLine = 80;

/** The first lines of all hunks together; one that is too long is cut. @returns null when there are no more */
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
