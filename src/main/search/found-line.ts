import type { FoundLine, FoundMatch } from '../../shared/contract/documents/folder-search.ts';
import {
  bytesOf,
  type RipgrepMatch,
  type RipgrepMessage,
  type RipgrepSubmatch,
  type RipgrepText,
} from '../workspace/ripgrep/ripgrep-messages.ts';

/** Characters of a line that are shown, and of those how many before its first match. */
const maxShown = 400;
const maxBefore = 80;

/** Text of a file that is no UTF-8 is read as the editor does where nothing else is likely: a byte a character. */
const textOf = (one: RipgrepText): string => ('text' in one ? one.text : windows1252.decode(bytesOf(one)));
const windows1252 = new TextDecoder('windows-1252');

type FoundAt = Pick<FoundMatch, 'column' | 'text' | 'replacement'>;

/** The lines in which matches begin, or one around them. */
export function foundLines(message: Extract<RipgrepMessage, { type: 'match' | 'context' }>): FoundLine[] {
  const { lines, line_number: first } = message.data;
  const text = textOf(lines);
  const rows = text.split('\n');
  if (message.type === 'context') return [shownLine(first, rows[0], [])];
  const byRow = Map.groupBy(matchesIn(message.data, text, rows), ({ row }) => row);
  return [...byRow].map(([row, found]) =>
    shownLine(
      first + row,
      rows[row],
      found.map(({ match }) => match),
    ),
  );
}

function shownLine(line: number, row: string | undefined, matches: readonly FoundAt[]): FoundLine {
  const whole = row?.replace(/\r$/, '') ?? '';
  const from = (matches[0]?.column ?? 1) - 1;
  const cut = whole.length > maxShown ? Math.max(0, Math.min(from - maxBefore, whole.length - maxShown)) : 0;
  const text = whole.slice(cut, cut + maxShown);
  const shown = matches.map((match) => {
    const start = match.column - 1 - cut;
    const [head = ''] = match.text.split(/\r?\n/, 1);
    return { ...match, from: start, to: start + head.length };
  });
  return { line, text, matches: shown };
}

/** Each match in the row in which it begins: of the rows before the editor may have no `\r`. */
function matchesIn({ lines, submatches }: RipgrepMatch, text: string, rows: readonly string[]) {
  const offset = offsetsIn(lines, text);
  let [row, start] = [0, 0];
  const next = () => start + (rows[row] ?? '').length + 1;
  return submatches.map((one): { row: number; match: FoundAt } => {
    const from = offset(one.start);
    while (row + 1 < rows.length && from >= next()) {
      start = next();
      row += 1;
    }
    return { row, match: { column: from - start + 1, text: textOf(one.match), ...replacementOf(one) } };
  });
}

const replacementOf = ({ replacement }: RipgrepSubmatch) =>
  replacement === undefined ? {} : { replacement: textOf(replacement) };

/** Offsets in bytes as ripgrep gives them, in UTF-16 units. They have to be asked for in their order. */
function offsetsIn(lines: RipgrepText, text: string): (bytes: number) => number {
  if (!('text' in lines) || Buffer.byteLength(text) === text.length) return (bytes) => bytes;
  const all = Buffer.from(text);
  let [seen, units] = [0, 0];
  return (bytes) => {
    units += all.toString('utf8', seen, bytes).length;
    seen = bytes;
    return units;
  };
}
