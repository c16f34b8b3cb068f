import { type CodeSpan, highlightCode } from '../markdown/highlight-code.ts';
import type { PatchHunk, PatchLine } from './patch-lines.ts';

/** @returns the coloured spans of each line; without those of a language that is not known */
export async function colourHunks(
  hunks: readonly PatchHunk[],
  language: string,
): Promise<ReadonlyMap<PatchLine, readonly CodeSpan[]>> {
  const spans = new Map<PatchLine, readonly CodeSpan[]>();
  const colour = async (lines: readonly PatchLine[]) => {
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
