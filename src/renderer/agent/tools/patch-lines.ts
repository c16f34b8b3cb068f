export interface PatchLine {
  readonly kind: 'context' | 'added' | 'removed';
  readonly text: string;
  /** In the file after the change; of a removed line in the one before it. From 1. */
  readonly number: number;
}

/** Lines of a file that follow one another. */
export type PatchHunk = readonly PatchLine[];

const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Reads a unified diff without its head. What is no line of one is passed over. */
export function patchHunks(patch: string): PatchHunk[] {
  const hunks: PatchLine[][] = [];
  let [before, after] = [1, 1];
  for (const line of patch.split('\n')) {
    const found = head.exec(line);
    if (found) {
      [before, after] = [Number(found[1]), Number(found[2])];
      hunks.push([]);
      continue;
    }
    const hunk = hunks.at(-1);
    const text = line.slice(1).replace(/\r$/, '');
    if (line[0] === '+') hunk?.push({ kind: 'added', text, number: after++ });
    else if (line[0] === '-') hunk?.push({ kind: 'removed', text, number: before++ });
    else if (line[0] === ' ') {
      hunk?.push({ kind: 'context', text, number: after++ });
      before++;
    }
  }
  return hunks.filter((hunk) => hunk.length > 0);
}

/** So many letters of a line count as one, about what is drawn of it before it breaks a second time. */
const lettersOfLine = 80;

/** The first lines of all hunks together; one that is too long is cut. @returns null when there are no more */
export function firstLines(hunks: readonly PatchHunk[], most: number): PatchHunk[] | null {
  const shown: PatchLine[][] = [];
  let room = most;
  for (const hunk of hunks) {
    const lines: PatchLine[] = [];
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
