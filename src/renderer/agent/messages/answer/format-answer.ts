import { contentWords, isContent } from '../../../../shared/content/content-kinds.ts';
import type { AnswerView } from '../../../../shared/contract/thread.ts';
import { standingParts } from '../../../../shared/thread/standing-parts.ts';

/** It can go on where it was. */
export function isCutShort({ end, parts }: AnswerView): boolean {
  if (parts.length === 0 || !end) return false;
  if (end.type === 'stop') return end.reason === 'max-tokens';
  return end.type !== 'failed' || standingParts(parts).length > 0;
}

/** What an answer said, without what its tools did. */
export const answerMarkdown = ({ parts }: AnswerView): string =>
  standingParts(parts)
    .map((part) => (isContent(part) ? contentWords(part).trim() : ''))
    .filter((words) => words !== '')
    .join('\n\n');
