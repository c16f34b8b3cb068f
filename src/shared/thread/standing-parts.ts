import type { AnswerPart } from '../contract/thread-view.ts';

/** The parts of an answer without those of broken-off attempts; they are sent back to the model. */
export function standingParts(parts: readonly AnswerPart[]): AnswerPart[] {
  const standing: AnswerPart[] = [];
  /** Start of the current step. */
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
