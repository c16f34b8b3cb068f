import { structuredPatch } from 'diff';
import { longestPatch } from './contract/tool.ts';

export interface TextDiff {
  /** Unified diff without its header; "" if the texts are equal. */
  readonly patch: string;
  readonly isCut: boolean;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
}

/** Milliseconds, after which the text counts as replaced as a whole: nobody reads such a diff line by line. */
const longestDiff = 1500;

/** Diff of two versions of a file's text. null: no such file. @param longest limit of the patch in characters */
export function diffTexts(
  before: string | null,
  after: string | null,
  longest = longestPatch,
  timeout = longestDiff,
): TextDiff {
  const hunks =
    structuredPatch('', '', before ?? '', after ?? '', '', '', { context: 3, timeout })?.hunks ??
    replacedHunks(before ?? '', after ?? '');
  const lines: string[] = [];
  let length = 0;
  let added = 0;
  let removed = 0;
  const add = (line: string): void => {
    // A patch may be cut inside a hunk, but never inside a line.
    length += line.length + 1;
    if (length <= longest) lines.push(line);
  };
  for (const hunk of hunks) {
    add(`@@ -${rangeOf(hunk.oldStart, hunk.oldLines)} +${rangeOf(hunk.newStart, hunk.newLines)} @@`);
    for (const line of hunk.lines) {
      if (line.startsWith('+')) added++;
      if (line.startsWith('-')) removed++;
      add(line);
    }
  }
  return { patch: lines.map((line) => `${line}\n`).join(''), isCut: length > longest, added, removed };
}

/** For an empty range, unified diffs give the line before it. */
const rangeOf = (start: number, lines: number): string => `${lines === 0 ? start - 1 : start},${lines}`;

/** One hunk that replaces all lines between the common beginning and the common end. */
function replacedHunks(before: string, after: string) {
  const old = splitLines(before);
  const next = splitLines(after);
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && old[start] === next[start]) start++;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end++;
  const removed = old.slice(start, old.length - end);
  const added = next.slice(start, next.length - end);
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  return [{ oldStart: start + 1, oldLines: removed.length, newStart: start + 1, newLines: added.length, lines }];
}

/** A last line without an end is followed by what says so. */
function splitLines(text: string): string[] {
  if (text === '') return [];
  const [last = '', ...others] = text.replace(/\n$/, '').split('\n').reverse();
  return [text.endsWith('\n') ? last : `${last}\n\\ No newline at end of file`, ...others].reverse();
}
