import { diffTexts } from '../../shared/text-diff.ts';
import type { DiffChange } from './diff-change.ts';
import type { DiffHunk, DiffLine } from './diff-hunk.ts';

/** Ms; the window waits for it. */
const longestDiff = 200;

const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'context' };

/** Reads a unified diff without its head. What is no line of one is passed over. */
export function patchHunks(patch: string): DiffHunk[] {
  const hunks: DiffLine[][] = [];
  // Lines that are behind.
  let [a, b] = [0, 0];
  let change: { -readonly [key in keyof DiffChange]: DiffChange[key] } | null = null;
  for (const line of patch.split('\n')) {
    const [isHead, startA, countA, startB, countB] = head.exec(line) ?? [];
    const kind = kinds[line.charAt(0)];
    if (isHead || kind === 'context') change = null;
    if (isHead) {
      // Of no lines, a head has the one before.
      [a, b] = [Number(startA) - (countA === '0' ? 0 : 1), Number(startB) - (countB === '0' ? 0 : 1)];
      hunks.push([]);
    }
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

/** What became of a text, in the lines that a patch of it has. */
export const textHunks = (before: string, after: string): DiffHunk[] =>
  patchHunks(diffTexts(before, after, Number.POSITIVE_INFINITY, longestDiff).patch);
