import type { AnswerPart } from '../contract/thread.ts';

/** The parts of an answer without the attempts that broke off: what its model has said, and is told again. */
export function standingParts(parts: readonly AnswerPart[]): AnswerPart[] {
  const standing: AnswerPart[] = [];
  /** Where the present step began. */
  let begin = 0;
  for (const part of parts) {
    if (part.type === 'broken-off') {
      standing.length = begin;
      continue;
    }
    standing.push(part);
    if (part.type === 'step') begin = standing.length;
  }
  return standing;
}
