/** @import { Hunk, PatchLine } from './patch-hunk.js' */
/** @import { FileLine } from './file-lines.js' */
import { eolOf, joinLines, splitLines } from './file-lines.js';
import { oldsOf, placeHunks } from './place-hunks.js';

/**
 * @param {string} text
 * @param {readonly Hunk[]} hunks
 * @returns {string}
 * @throws {Refusal} if a hunk does not match, or matches at several places
 */
export function applyHunks(text, hunks) {
  const lines = splitLines(text);
  const { places, isExact } = placeHunks(lines, hunks);
  const isVerbatim = isExact && knowsLineEnds(lines, hunks, places);
  /** @type {FileLine[]} */
  const result = [];
  let next = 0;
  for (const [index, hunk] of hunks.entries()) {
    const place = places[index] ?? 0;
    result.push(...lines.slice(next, place));
    next = place;
    for (const line of hunk.lines) {
      const there = lines[next];
      if (line.kind === '+')
        result.push(isVerbatim ? verbatim(line) : likeOthers(line, lines[next - 1] ?? there, lines));
      else next += 1;
      if (line.kind === ' ' && there) result.push(there);
    }
  }
  result.push(...lines.slice(next));
  return joinLines(endAsBefore(result, lines, hunks), eolOf(lines));
}

/**
 * Whether the line endings of a patch are intended: it has a "\r", or its lines in the file have none either.
 * @param {readonly FileLine[]} lines
 * @param {readonly Hunk[]} hunks
 * @param {readonly number[]} places
 */
const knowsLineEnds = (lines, hunks, places) =>
  eolOf(lines) === '\n' ||
  hunks.some((hunk) => hunk.lines.some(({ text }) => text.endsWith('\r'))) ||
  hunks.some((hunk, index) => oldsOf(hunk).some((_, at) => lines[(places[index] ?? 0) + at]?.end === '\n'));

/**
 * @param {PatchLine} line
 * @returns {FileLine}
 */
function verbatim({ text, isLast }) {
  if (isLast) return { text, end: '' };
  return text.endsWith('\r') ? { text: text.slice(0, -1), end: '\r\n' } : { text, end: '\n' };
}

/**
 * @param {PatchLine} line
 * @param {FileLine | undefined} beside
 * @param {readonly FileLine[]} lines
 * @returns {FileLine}
 */
const likeOthers = ({ text, isLast }, beside, lines) => ({
  text: text.replace(/\r$/u, ''),
  end: isLast ? '' : beside?.end || eolOf(lines),
});

/**
 * Hand-written patches lack the mark for a last line without line ending: such a line stays without one.
 * @param {FileLine[]} result
 * @param {readonly FileLine[]} lines
 * @param {readonly Hunk[]} hunks
 */
function endAsBefore(result, lines, hunks) {
  const last = result.at(-1);
  const isSaid = hunks.some((hunk) => hunk.lines.some(({ isLast }) => isLast));
  if (!last || isSaid || lines.at(-1)?.end !== '') return result;
  return [...result.slice(0, -1), { ...last, end: /** @type {const} */ ('') }];
}
