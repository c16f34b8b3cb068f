import { stopped } from '../../../shared/bounded.ts';
import type { ThreadLimit } from '../../../shared/contract/thread.ts';
import { PendingQuestions } from '../../questions/pending-questions.ts';

/** The person's decision on a paused answer. `limit`: the new one, if they gave any. */
export interface PauseAnswer {
  readonly goesOn: boolean;
  readonly limit?: ThreadLimit | undefined;
}

/** The answers that wait for a person: the limit of their thread is reached, or their model repeats itself. */
export type Pauses = ReturnType<typeof createPauses>;

/** @param onChanged whether a thread asks is another than before */
export function createPauses(onChanged: () => void = () => {}) {
  /** One thing goes on in a thread at a time, so one waits at the most. */
  const waiting = new PendingQuestions<{ readonly threadId: string }, PauseAnswer>({
    onAsked: onChanged,
    onEnded: onChanged,
  });
  const inThread = (threadId: string) => waiting.find((one) => one.threadId === threadId);

  return {
    /** @throws `cancelled` as soon as the signal aborts */
    async ask(threadId: string, signal: AbortSignal) {
      const answer = await waiting.ask({ threadId }, signal);
      if (!answer) throw stopped();
      return answer;
    },
    /** An answer to what nobody waits for changes nothing. */
    answer: (threadId: string, goesOn: boolean, limit?: ThreadLimit) =>
      waiting.end(inThread(threadId), { goesOn, limit }),
    isAsking: (threadId: string) => inThread(threadId) !== undefined,
    /** The thread goes away: what waits in it does not go on. */
    forget: (threadId: string) => waiting.end(inThread(threadId), { goesOn: false }),
  };
}
