import { type CodeSpan, highlightCode } from '../agent/markdown/highlight-code.ts';
import type { DiffHunk, DiffLine } from './diff-hunk.ts';

/** @returns the coloured spans of each line; none for a language that is not known */
export async function colourHunks(
  hunks: readonly DiffHunk[],
  language: string,
): Promise<ReadonlyMap<DiffLine, readonly CodeSpan[]>> {
  const spans = new Map<DiffLine, readonly CodeSpan[]>();
  const colour = async (lines: readonly DiffLine[]) => {
    const found = await highlightCode(lines.map(({ text }) => text).join('\n'), language);
    const rows = found ? rowsOf(found) : [];
    rows.forEach((row, index) => {
      const line = lines[index];
      if (line) spans.set(line, row);
    });
  };
  for (const hunk of hunks) {
    await colour(hunk.filter(({ kind }) => kind !== 'added'));
    await colour(hunk.filter(({ kind }) => kind !== 'removed'));
  }
  return spans;
}

function rowsOf(spans: readonly CodeSpan[]): CodeSpan[][] {
  const rows: CodeSpan[][] = [[]];
  for (const { text, colour } of spans) {
    text.split('\n').forEach((part, index) => {
      if (index > 0) rows.push([]);
      if (part !== '') rows.at(-1)?.push(colour === undefined ? { text: part } : { text: part, colour });
    });
  }
  return rows;
}
