import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { createRetryWait } from '../turns/retry-wait.ts';
import type { OpenThread, Running } from './open-thread.ts';

/** Begins something in a thread: resolves when it is clear whether it can be done; what goes on after that is in `answer`. */
export type Begin = (running: Running) => Promise<Result<{ answer: Promise<void> } | null>>;

export interface ClaimListener {
  begun(): void;
  /** It is over. `wentWell`: nothing failed, nobody stopped it, and the answer, if there was one, ended by itself. */
  over(wentWell: boolean): void;
}

/** Does one thing in a thread, which Stop ends. Refused while something else goes on. */
export async function claimThread(thread: OpenThread, begin: Begin, told: ClaimListener): Promise<Result<null>> {
  if (thread.running) return fail('answer-running', 'An answer is still being written. Your text is kept.');
  const running: Running = {
    controller: new AbortController(),
    retryWait: createRetryWait(),
    done: Promise.resolve(),
  };
  const from = thread.entries.length;
  // Claimed before the first wait, so that two sends never become two answers.
  thread.running = running;
  told.begun();
  const release = (isDone: boolean) => {
    if (thread.running !== running) return;
    thread.running = null;
    told.over(isDone && !running.controller.signal.aborted && endedByItself(thread, from));
  };
  const begun = begin(running);
  running.done = begun
    .then(async (result) => {
      if (result.ok) await result.value?.answer;
      return result.ok;
    })
    .catch(() => false)
    .then(release);
  let isAnswering = false;
  try {
    const result = await begun;
    isAnswering = result.ok && result.value !== null;
    return result.ok ? ok(null) : result;
  } finally {
    if (!isAnswering) await running.done;
  }
}

function endedByItself({ entries }: OpenThread, from: number): boolean {
  const last = entries.slice(from).findLast(({ kind }) => kind === 'answer-ended');
  return last?.kind !== 'answer-ended' || last.end.type === 'stop';
}
