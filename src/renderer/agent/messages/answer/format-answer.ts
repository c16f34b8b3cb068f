import { contentWords, isContent } from '../../../../shared/content/content-kinds.ts';
import type { AnswerView } from '../../../../shared/contract/thread-view.ts';
import { standingParts } from '../../../../shared/thread/standing-parts.ts';

/** Whether an answer was cut short and can be continued. */
export function isCutShort({ end, parts }: AnswerView): boolean {
  if (parts.length === 0 || !end) return false;
  if (end.type === 'stop') return end.reason === 'max-tokens';
  return end.type !== 'failed' || standingParts(parts).length > 0;
}

/** The text of an answer, without its tool calls. */
export const answerMarkdown = ({ parts }: AnswerView): string =>
  standingParts(parts)
    .map((part) => (isContent(part) ? contentWords(part).trim() : ''))
    .filter((words) => words !== '')
    .join('\n\n');
