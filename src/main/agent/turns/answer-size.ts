import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import type { CompletionEvent } from '../../../shared/contract/provider.ts';
import { formatBytes, type SizeLimits } from '../../../shared/contract/size-limits.ts';
import { firstBytes } from '../../tools/tool-result.ts';

/** So many calls of one step are taken down; what asks for more is in no conversation any more. */
const mostCallsOfStep = 1024;

/** How much of an answer has come, of all its steps and attempts. */
export interface AnswerSize {
  /** The next step or attempt begins: its calls are counted anew. */
  beginStep(): void;
  /**
   * Counts an event.
   * @param passOn takes the event, or as much of its text as there is room for
   * @throws {FailureError} `answer-too-long` or `thread-full`, after that
   */
  take(event: CompletionEvent, passOn: (event: CompletionEvent) => void): void;
}

export interface AnswerSizeOptions {
  readonly limits: Pick<SizeLimits, 'answer' | 'thought' | 'thread'>;
  /** Bytes of the thread by now. */
  threadSize(): number;
}

export function createAnswerSize({ limits, threadSize }: AnswerSizeOptions): AnswerSize {
  const left = { answer: limits.answer, thought: limits.thought };
  /** Of the step. */
  let calls = 0;
  /** The bytes of each call that is not whole yet: it comes anew from its beginning as it grows. */
  const growing = new Map<string, number>();

  function endsBy(of: 'answer' | 'thought'): FailureError {
    const what = { answer: 'The answer', thought: 'What the model thought' }[of];
    return tooLong(`${what} came to ${formatBytes(limits[of])}, which is the longest that is set`);
  }

  function takeText(of: 'answer' | 'thought', text: string, pass: (text: string) => void): void {
    const bytes = Buffer.byteLength(text);
    if (bytes <= left[of]) {
      // Even what says nothing is counted: it could go on for ever.
      left[of] -= Math.max(bytes, 1);
      return pass(text);
    }
    const beginning = firstBytes(text, left[of]);
    left[of] = 0;
    if (beginning !== '') pass(beginning);
    throw endsBy(of);
  }

  function takeCall(id: string, isWhole: boolean, ...texts: readonly string[]): void {
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const before = growing.get(id);
    if (before === undefined) calls += 1;
    if (calls > mostCallsOfStep) {
      throw tooLong(`The model asked for more than ${mostCallsOfStep} calls of tools at once`);
    }
    if (isWhole) growing.delete(id);
    else growing.set(id, bytes);
    left.answer -= Math.max(bytes - (before ?? 0), 1);
    if (left.answer < 0) throw endsBy('answer');
  }

  return {
    beginStep() {
      calls = 0;
      growing.clear();
    },
    take(event, passOn) {
      const full = threadFull(threadSize(), limits.thread);
      if (full) throw new FailureError(full);
      switch (event.type) {
        case 'text':
          return takeText('answer', event.value, (value) => passOn({ ...event, value }));
        case 'thinking': {
          const { signature, text: thought } = event.value;
          if (signature !== undefined) takeText('thought', signature, () => {});
          return takeText('thought', thought, (text) => passOn({ ...event, value: { ...event.value, text } }));
        }
        case 'tool-use': {
          const { id, isInputComplete, name, input, thoughtSignature = '' } = event.value;
          takeCall(id, isInputComplete, name, input, thoughtSignature);
          return passOn(event);
        }
        case 'tool-use-json-parse-error': {
          const { id, toolName, rawInput, error } = event.value;
          takeCall(id, true, toolName, rawInput, error);
          return passOn(event);
        }
        case 'redacted-thinking':
        case 'reasoning-details':
          return takeText('thought', event.value, () => passOn(event));
        case 'started':
        case 'queued':
        case 'usage':
          return takeText('answer', '', () => passOn(event));
        case 'stop':
          return passOn(event);
      }
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
        message: `This conversation has come to ${formatBytes(limit)}, which is the largest that is set. All of it is kept.`,
      };
