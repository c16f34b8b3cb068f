import type { Failure } from '../../../../shared/contract/errors.ts';
import { formatBytes, type SizeLimits } from '../../../../shared/contract/size-limits.ts';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import { threadFull } from '../../../agent/turns/answer-size.ts';

const limitOf = { 'answer-text': 'answer', 'answer-thinking': 'thought' } as const;
const wordsFor = { answer: 'The answer', thought: 'What the agent thought' } as const;

/**
 * How much an agent may still say in an answer. What it does, calls with their diffs and terminals, is bound by the size of the
 * thread alone: a turn may be hours of work. @param threadSize bytes of the thread by now
 */
export function createAnswerRoom(limits: Pick<SizeLimits, 'answer' | 'thought' | 'thread'>, threadSize: () => number) {
  const left = { answer: limits.answer, thought: limits.thought };
  let isFull = false;

  function spoken(entry: ThreadEntry): Failure | null {
    if (entry.kind !== 'answer-text' && entry.kind !== 'answer-thinking') return null;
    const of = limitOf[entry.kind];
    // Even what says nothing is counted: it could go on for ever.
    left[of] -= Buffer.byteLength(entry.text) + 1;
    if (left[of] >= 0) return null;
    const message = `${wordsFor[of]} came to ${formatBytes(limits[of])}, which is the longest that is set, and was ended there. What came so far is kept.`;
    return { code: 'answer-too-long', message };
  }

  return {
    isFull: () => isFull,
    /** @returns why it is the last that there is room for; null: there is more */
    take(entry: ThreadEntry): Failure | null {
      const why = spoken(entry) ?? threadFull(threadSize(), limits.thread);
      isFull = why !== null;
      return why;
    },
  };
}
