/** Lines from 1, the last one included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Lines before and after a single place, so that it can be understood. */
const around = 30;
const longestBlock = 400;

export const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** Lines as a model is shown them: with their numbers. */
export const numbered = (lines: readonly string[], { from, to }: LineRange = { from: 1, to: lines.length }): string =>
  lines
    .slice(from - 1, to)
    .map((line, index) => `${from + index}\t${line}`)
    .join('\n');

/** The lines that a place names: a range, or what stands around one line. null: the text is not so long. */
export function rangeAt(lines: readonly string[], line: number, endLine: number | undefined): LineRange | null {
  if (line > lines.length) return null;
  if (endLine !== undefined) return { from: line, to: Math.min(endLine, lines.length) };
  return { from: Math.max(1, line - around), to: Math.min(lines.length, line + around) };
}

/**
 * The lines of what is declared by a name: from the line that holds it to the end of what is indented below.
 * @param near where it was; the text may have changed since
 */
export function blockOf(lines: readonly string[], name: string, near: number | undefined): LineRange | null {
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}_$])${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}_$])`,
    'u',
  );
  const places = lines.flatMap((line, index) => (word.test(line) ? [index] : []));
  const wanted = (near ?? 1) - 1;
  const start = places.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0];
  if (start === undefined) return null;
  const depth = indentOf(lines[start] ?? '');
  let end = start;
  for (let at = start + 1; at < Math.min(lines.length, start + longestBlock); at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (indentOf(line) > depth) {
      end = at;
      continue;
    }
    // A bracket that closes belongs to it, and what it opens again goes on.
    const closes = /^\s*(?:[)}\]]|end\b)/.test(line);
    if (closes) end = at;
    if (!closes || !/[({[:]\s*$/.test(line)) break;
  }
  return { from: start + 1, to: end + 1 };
}

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;
