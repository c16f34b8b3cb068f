/** A range where code can go in a file. Offsets count characters. */
export interface Placement {
  readonly kind: 'whole' | 'part' | 'selection' | 'cursor';
  readonly from: number;
  readonly to: number;
  /** Lines, from 1; for `cursor` the one that the code goes before. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** With this share of a file's lines in it, the code counts as the whole file. */
const halfOfIt = 0.5;

/**
 * Possible placements of the code in a file, the most likely first.
 * @param original the text of the editor
 * @param selection in the original; empty for a cursor
 */
export function placementsOf(original: string, code: string, selection: { from: number; to: number }): Placement[] {
  const place = (kind: Placement['kind'], from: number, to: number): Placement => ({
    kind,
    from,
    to,
    firstLine: lineAt(original, from),
    lastLine: lineAt(original, Math.max(from, to - 1)),
  });
  const whole = place('whole', 0, original.length);
  if (original.trim() === '') return [whole];
  const found: Placement[] = [];
  if (selection.to > selection.from) found.push(place('selection', selection.from, selection.to));
  const part = partLike(original, code);
  if (part) found.push(place('part', part.from, part.to));
  const cursor = lineStart(original, selection.from);
  found.push(place('cursor', cursor, cursor));
  // Code that begins and ends like a part, and has none of the lines around it, replaces the part only.
  const around = part ? `${original.slice(0, part.from)}\n${original.slice(part.to)}` : original;
  // A selection is the person's own choice of the place.
  const isWhole = selection.to === selection.from && holdsMost(original, code) && holdsMost(around, code);
  return isWhole ? [whole, ...found] : [...found, whole];
}

/** The file with the code placed in it; the code gets the line ends that the replaced range had. */
export function placed(original: string, code: string, { kind, from, to }: Placement): string {
  const text = code.replace(/\n*$/, '');
  const end = kind === 'cursor' ? '\n' : (/\n*$/.exec(original.slice(from, to))?.[0] ?? '');
  const isNew = kind === 'whole' && original === '';
  return `${original.slice(0, from)}${text}${isNew ? '\n' : end}${original.slice(to)}`;
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;
const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
const wordsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function holdsMost(original: string, code: string): boolean {
  const lines = wordsOf(original);
  const inCode = new Set(wordsOf(code));
  return lines.filter((line) => inCode.has(line)).length >= lines.length * halfOfIt;
}

/** Lines that begin and end like the code does; null unless there is exactly one such place. */
function partLike(original: string, code: string): { from: number; to: number } | null {
  const words = wordsOf(code);
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (words.length < 2) return null;
  const lines = original.split('\n');
  const begins = lines.flatMap((line, index) => (line.trim() === first ? [index] : []));
  const [begin] = begins;
  if (begins.length !== 1 || begin === undefined) return null;
  // The end must be indented like the beginning: a lone brace is in every block.
  const indent = indentOf(lines[begin] ?? '');
  const length = lines.slice(begin + 1).findIndex((line) => line.trim() === last && indentOf(line) === indent);
  if (length < 0) return null;
  const from = offsetOf(lines, begin);
  return { from, to: offsetOf(lines, begin + length + 1) + (lines[begin + length + 1] ?? '').length };
}

const indentOf = (line: string): number => line.search(/\S|$/);
const offsetOf = (lines: readonly string[], index: number): number =>
  lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
