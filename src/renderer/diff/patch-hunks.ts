import { diffTexts } from '../../shared/text-diff.ts';
import type { DiffChange } from './diff-change.ts';
import type { DiffHunk, DiffLine } from './diff-hunk.ts';

/** Limit of a diff in milliseconds, as the window waits for it. */
const longestDiff = 200;

const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
/** Begins the line that follows one without an end, whatever language the rest is in. */
const unended = '\\ ';
const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'context' };

/** Parses a unified diff without its file header; lines that are not part of one are skipped. */
export function patchHunks(patch: string): DiffHunk[] {
  const hunks: DiffLine[][] = [];
  // Numbers of lines that were read.
  let [a, b] = [0, 0];
  let change: { -readonly [key in keyof DiffChange]: DiffChange[key] } | null = null;
  for (const line of patch.split('\n')) {
    const [isHead, startA, countA, startB, countB] = head.exec(line) ?? [];
    const kind = kinds[line.charAt(0)];
    if (isHead || kind === 'context') change = null;
    if (isHead) {
      // The header of a hunk without lines on a side counts from the line before it.
      [a, b] = [Number(startA) - (countA === '0' ? 0 : 1), Number(startB) - (countB === '0' ? 0 : 1)];
      hunks.push([]);
    }
    const last = hunks.at(-1)?.at(-1);
    if (last && line.startsWith(unended)) hunks.at(-1)?.splice(-1, 1, { ...last, isUnended: true });
    if (!kind) continue;
    const begins = kind !== 'context' && !change;
    if (begins) change = { fromA: a, toA: a, fromB: b, toB: b };
    if (kind !== 'added') a++;
    if (kind !== 'removed') b++;
    if (change) [change.toA, change.toB] = [a, b];
    const text = line.slice(1).replace(/\r$/, '');
    hunks.at(-1)?.push({ kind, text, number: kind === 'removed' ? a : b, ...(begins && change && { change }) });
  }
  return hunks.filter((hunk) => hunk.length > 0);
}

export const textHunks = (before: string, after: string): DiffHunk[] =>
  patchHunks(diffTexts(before, after, Number.POSITIVE_INFINITY, longestDiff).patch);
