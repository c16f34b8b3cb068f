import type { Failure } from '../../../shared/contract/errors.ts';
import { formatBytes, type SizeLimits } from '../../../shared/contract/size-limits.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { threadFull } from '../../agent/turns/answer-size.ts';

/** How much an agent may still say in an answer. @param threadSize bytes of the thread by now */
export function createAnswerRoom(limits: Pick<SizeLimits, 'answer' | 'thread'>, threadSize: () => number) {
  let left = limits.answer;
  let isFull = false;

  return {
    isFull: () => isFull,
    /** @returns why it is the last that there is room for; null: there is more */
    take(entry: ThreadEntry): Failure | null {
      left -= 'text' in entry ? entry.text.length + 1 : JSON.stringify(entry).length;
      const message = `The answer came to ${formatBytes(limits.answer)}, which is the longest that is set, and was ended there. What came so far is kept.`;
      const why = left < 0 ? ({ code: 'answer-too-long', message } as const) : threadFull(threadSize(), limits.thread);
      isFull = why !== null;
      return why;
    },
  };
}
