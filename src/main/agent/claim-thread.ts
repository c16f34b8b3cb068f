import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { OpenThread, Running } from './open-thread.ts';
import { createRetryWait } from './retry-wait.ts';

/**
 * Does one thing in a thread, which Stop ends.
 * @param begin resolves when it is clear whether it can be done; what goes on after that is in `answer`
 * @param onChanged told when it has begun, and when it is over
 */
export async function claimThread(
  thread: OpenThread,
  begin: (running: Running) => Promise<Result<{ answer: Promise<void> } | null>>,
  onChanged: (thread: OpenThread) => void,
): Promise<Result<null>> {
  if (thread.running) return fail('answer-running', 'An answer is still being written. Your text is kept.');
  const running: Running = {
    controller: new AbortController(),
    retryWait: createRetryWait(),
    done: Promise.resolve(),
  };
  // Claimed before the first wait, so that two sends never become two answers.
  thread.running = running;
  onChanged(thread);
  const release = () => {
    if (thread.running !== running) return;
    thread.running = null;
    onChanged(thread);
  };
  const begun = begin(running);
  running.done = begun
    .then((result) => (result.ok ? result.value?.answer : undefined))
    .catch(() => {})
    .finally(release);
  let isAnswering = false;
  try {
    const result = await begun;
    isAnswering = result.ok && result.value !== null;
    return result.ok ? ok(null) : result;
  } finally {
    if (!isAnswering) release();
  }
}
