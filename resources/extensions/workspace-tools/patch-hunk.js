import { beginsFile, withoutCr } from './patch-head.js';
import { Refusal } from './refusal.js';

/**
 * @typedef {object} PatchLine
 * @property {' ' | '-' | '+'} kind
 * @property {string} text without its "\n", but with a "\r"
 * @property {boolean} isLast whether the file ends with it, without a line ending
 */

/**
 * @typedef {object} Hunk
 * @property {number} place line number of its head in the patch, from 1
 * @property {number | null} start its first line in the file, from 1; null: not given
 * @property {PatchLine[]} lines
 */

/** @param {string | undefined} line */
export const isHunkHead = (line) => line?.startsWith('@@') ?? false;

/**
 * @param {readonly string[]} lines
 * @param {number} start
 * @returns {{ hunk: Hunk, next: number }}
 */
export function readHunk(lines, start) {
  const counts = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u.exec(lines[start] ?? '');
  const stated = counts ? endByCounts(lines, start + 1, Number(counts[2] ?? 1), Number(counts[4] ?? 1)) : null;
  const next = stated ?? endByLooks(lines, start + 1);
  /** @type {PatchLine[]} */
  const body = [];
  for (let at = start + 1; at < next; at += 1) {
    const line = lines[at] ?? '';
    const last = body.at(-1);
    if (line.startsWith('\\')) {
      if (last) last.isLast = true;
    } else {
      // Many models leave out the blank of an empty context line.
      const kind = line === '' || line === '\r' ? ' ' : line[0];
      if (kind !== ' ' && kind !== '-' && kind !== '+') {
        throw new Refusal(`Line ${at + 1} of the patch begins with neither " ", "-" nor "+": ${line.slice(0, 80)}`);
      }
      body.push({ kind, text: line === '' || line === '\r' ? line : line.slice(1), isLast: false });
    }
  }
  if (!body.some(({ kind }) => kind !== ' '))
    throw new Refusal(`Line ${start + 1} of the patch: this part changes nothing.`);
  return { hunk: { place: start + 1, start: startOf(lines[start] ?? '', body), lines: body }, next };
}

/**
 * @param {string} head
 * @param {readonly PatchLine[]} body
 */
function startOf(head, body) {
  const [, start, count] = /^@@ -(\d+)(?:,(\d+))?/u.exec(head) ?? [];
  if (start === undefined) return null;
  if (body.some(({ kind }) => kind !== '+')) return Number(start);
  // Without lines of the file only the number counts: the hunk is inserted after the given line.
  return count === '0' ? Number(start) + 1 : null;
}

/**
 * @param {readonly string[]} lines
 * @param {number} start
 * @param {number} old number of lines before
 * @param {number} added number of lines after
 * @returns {number | null} null if the counts in the head are wrong
 */
function endByCounts(lines, start, old, added) {
  let at = start;
  for (; old > 0 || added > 0 || lines[at]?.startsWith('\\'); at += 1) {
    const line = lines[at];
    if (line === undefined || !/^(\r?$|[ +\\-])/u.test(line)) return null;
    if (line.startsWith('\\')) continue;
    if (line[0] !== '+') old -= 1;
    if (line[0] !== '-') added -= 1;
    if (old < 0 || added < 0) return null;
  }
  let next = at;
  while (next < lines.length && withoutCr(lines[next] ?? '') === '') next += 1;
  const goesOn = /^[ +-]/u.test(lines[next] ?? '') && !beginsFile(lines, next);
  return goesOn ? null : at;
}

/**
 * Empty lines at the end belong to no hunk: models put them between hunks.
 * @param {readonly string[]} lines
 * @param {number} start
 */
function endByLooks(lines, start) {
  let at = start;
  while (
    at < lines.length &&
    !isHunkHead(lines[at]) &&
    !beginsFile(lines, at) &&
    !/^(Index: |={60,}|```)/u.test(lines[at] ?? '')
  )
    at += 1;
  while (at > start && withoutCr(lines[at - 1] ?? '') === '') at -= 1;
  return at;
}
