import type { LinkPosition } from './link-target.ts';

const number = '(\\d{1,9})';
const fragmentPattern = new RegExp(`^L${number}(?:([C:])${number})?(?:-L?${number}(?:[C:]\\d{1,9})?)?$`, 'i');
const suffixPattern = new RegExp(`:${number}(?::${number})?(?:-${number}(?::\\d{1,9})?)?$`);

/**
 * Parses `L9`, `L3-L8`, `L3-8`, `L3C5`, `L3:5-L8:2` and the ambiguous `L42:50`: a range of lines, unless `label`
 * repeats the pair, as in "@parser.ts (42:50)", or the second number cannot end a range; then it is line and column.
 * @returns null if the fragment is no position; an empty position for line 0
 */
export function parseFragment(fragment: string, label = ''): LinkPosition | null {
  const [whole, line, mark, second, end] = fragmentPattern.exec(fragment) ?? [];
  if (whole === undefined || line === undefined) return null;
  if (mark === ':' && second !== undefined && end === undefined) {
    const isLabelled = label.trimEnd().endsWith(`(${line}:${second})`);
    const isRange = !isLabelled && Number(second) >= Number(line);
    return isRange ? position(line, undefined, second) : position(line, second, undefined);
  }
  return position(line, second, end);
}

/** Splits `:12`, `:12:3` (line and column), `:12-20` or `:12:3-20:1` off the end of a path. */
export function splitSuffix(text: string): { rest: string; position: LinkPosition | null } {
  const match = suffixPattern.exec(text);
  const [, line, column, end] = match ?? [];
  if (!match || line === undefined) return { rest: text, position: null };
  return { rest: text.slice(0, match.index), position: position(line, column, end) };
}

function position(lineText: string, columnText: string | undefined, endText: string | undefined): LinkPosition {
  const line = Number(lineText);
  const column = Number(columnText ?? 0);
  const end = Number(endText ?? 0);
  if (line === 0) return {};
  // A reversed range means the same lines.
  const first = end > 0 ? Math.min(line, end) : line;
  return {
    line: first,
    ...(column > 0 && first === line && { column }),
    ...(end > 0 && { endLine: Math.max(line, end) }),
  };
}
