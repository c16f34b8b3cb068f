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

/** A line with matches, or one around them. */
export function foundLine(message: Extract<RipgrepMessage, { type: 'match' | 'context' }>): FoundLine {
  const { lines, line_number: line } = message.data;
  const [first = ''] = textOf(lines).split(/\r?\n/, 1);
  if (message.type === 'context') return { line, text: first.slice(0, maxShown), matches: [] };
  const matches = matchesOf(message.data);
  const from = (matches[0]?.column ?? 1) - 1;
  const cut = first.length > maxShown ? Math.max(0, Math.min(from - maxBefore, first.length - maxShown)) : 0;
  const text = first.slice(cut, cut + maxShown);
  const shown = matches.map((match) => {
    const start = match.column - 1 - cut;
    const [head = ''] = match.text.split('\n', 1);
    return { ...match, from: start, to: start + head.length };
  });
  return { line, text, matches: shown };
}

function matchesOf({ lines, submatches }: RipgrepMatch): Pick<FoundMatch, 'column' | 'text' | 'replacement'>[] {
  const text = textOf(lines);
  const offset = offsetsIn(lines, text);
  return submatches.map((one) => ({
    column: offset(one.start) + 1,
    text: withoutReturns(textOf(one.match)),
    ...replacementOf(one),
  }));
}

const replacementOf = ({ replacement }: RipgrepSubmatch) =>
  replacement === undefined ? {} : { replacement: withoutReturns(textOf(replacement)) };

const withoutReturns = (text: string): string => text.replaceAll('\r\n', '\n');

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
