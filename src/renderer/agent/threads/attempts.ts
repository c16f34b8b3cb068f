import { contentWords, isContent, isSpoken, isThought } from '../../../shared/content/content-kinds.ts';
import type { AnswerPart } from '../../../shared/contract/thread-view.ts';

type BrokenOffPart = Extract<AnswerPart, { type: 'broken-off' }>;

/** Consecutive parts of an answer. */
export interface Stretch {
  /** Index of its first part. */
  readonly from: number;
  /** Index after its last part. */
  readonly to: number;
  /** Failure of the attempt; absent for parts of the answer itself. */
  readonly brokenOff?: BrokenOffPart;
}

/** Divides an answer into its own parts and failed attempts: each reaches back to the step or the attempt before. */
export function stretchesOf(parts: readonly AnswerPart[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  let attempt = 0;
  parts.forEach((part, place) => {
    if (part.type === 'step') attempt = place + 1;
    if (part.type !== 'broken-off') return;
    if (attempt > from) stretches.push({ from, to: attempt });
    stretches.push({ from: attempt, to: place, brokenOff: part });
    from = place + 1;
    attempt = from;
  });
  if (from < parts.length) stretches.push({ from, to: parts.length });
  return stretches;
}

/** More than a few lines: folded, so that the answer itself is in view. */
export const isLong = (parts: readonly AnswerPart[]): boolean =>
  parts.some((part) => isContent(part) && !isSpoken(part) && !isThought(part)) ||
  parts.reduce((length, part) => length + (isContent(part) ? contentWords(part).length : 0), 0) > 400;
