import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import type { CompletionEvent } from '../../../shared/contract/provider.ts';
import { formatBytes, type SizeLimits } from '../../../shared/contract/size-limits.ts';
import { beginningOfContent, contentText, limitOfContent, saidIn } from '../request/message-kinds.ts';

/** So many calls of one step are taken down; what asks for more is in no thread any more. */
const maxCallsOfStep = 1024;

/** Size of an answer so far, in all its steps and attempts. */
export type AnswerSize = ReturnType<typeof createAnswerSize>;

export interface AnswerSizeOptions {
  readonly limits: Pick<SizeLimits, 'answer' | 'thought' | 'thread'>;
  /** Bytes of the thread by now. */
  threadSize(): number;
}

export function createAnswerSize({ limits, threadSize }: AnswerSizeOptions) {
  const left = { answer: limits.answer, thought: limits.thought };
  /** Of the step. */
  let calls = 0;
  /** The bytes of each call that is not whole yet: it comes anew from its beginning as it grows. */
  const growing = new Map<string, number>();

  function endsBy(of: 'answer' | 'thought'): FailureError {
    const what = { answer: 'The answer', thought: 'What the model thought' }[of];
    return tooLong(`${what} came to ${formatBytes(limits[of])}, which is the longest that is set`);
  }

  /** Even what says nothing is counted: it could go on for ever. */
  const count = (of: 'answer' | 'thought', bytes: number): void => {
    left[of] -= Math.max(bytes, 1);
  };

  function takeCall(id: string, isWhole: boolean, bytes: number): void {
    const before = growing.get(id);
    if (before === undefined) calls += 1;
    if (calls > maxCallsOfStep) {
      throw tooLong(`The model asked for more than ${maxCallsOfStep} calls of tools at once`);
    }
    if (isWhole) growing.delete(id);
    else growing.set(id, bytes);
    count('answer', bytes - (before ?? 0));
    if (left.answer < 0) throw endsBy('answer');
  }

  return {
    /** The next step or attempt begins: its calls are counted anew. */
    beginStep() {
      calls = 0;
      growing.clear();
    },
    /**
     * Counts an event.
     * @param passOn takes the event, or as much of its text as there is room for
     * @throws {FailureError} `answer-too-long` or `thread-full`, after that
     */
    take(event: CompletionEvent, passOn: (event: CompletionEvent) => void) {
      const full = threadFull(threadSize(), limits.thread);
      if (full) throw new FailureError(full);
      if (event.type === 'stop') return passOn(event);
      const content = saidIn(event);
      if (!content) {
        count('answer', 0);
        if (left.answer < 0) throw endsBy('answer');
        return passOn(event);
      }
      const bytes = Buffer.byteLength(contentText(content));
      if (content.type === 'tool-use') {
        takeCall(content.value.id, content.value.isInputComplete, bytes);
        return passOn(event);
      }
      const of = limitOfContent(content);
      if (bytes <= left[of]) {
        count(of, bytes);
        return passOn(event);
      }
      const beginning = left[of] > 0 ? beginningOfContent(content, left[of]) : null;
      left[of] = 0;
      if (beginning) passOn({ ...event, ...beginning } as CompletionEvent);
      throw endsBy(of);
    },
  };
}

const tooLong = (what: string): FailureError =>
  new FailureError({ code: 'answer-too-long', message: `${what}, and was ended there. What came so far is kept.` });

/** Why nothing more can be said in a thread; null: there is room. */
export const threadFull = (size: number, limit: number): Failure | null =>
  size < limit
    ? null
    : {
        code: 'thread-full',
        message: `This thread has reached its size limit of ${formatBytes(limit)}. All of it is kept.`,
      };
