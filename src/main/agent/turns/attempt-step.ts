import { isContentEntry } from '../../../shared/content/content-kinds.ts';
import { FailureError, toFailure } from '../../../shared/contract/errors.ts';
import type { AnswerActivity } from '../../../shared/contract/thread.ts';
import { type Step, type StepOptions, streamStep } from './completion-step.ts';
import { afterFailure, type RetryLimits } from './retry-policy.ts';
import type { RetryWait } from './retry-wait.ts';

export interface AttemptOptions extends Omit<StepOptions, 'onQueued'> {
  readonly retryLimits: RetryLimits;
  readonly retryWait: RetryWait;
  /** Passes on what was added, now. */
  flush(): void;
  /** null: the answer goes on. */
  setActivity(activity: AnswerActivity | null): void;
}

/** The signal aborted while the request waited to be sent again: why it had failed is what there is to say of it. */
export class StoppedRetry extends FailureError {}

/** Streams one step, and sends the request again when it failed for a cause that may pass. */
export async function attemptStep(options: AttemptOptions): Promise<Step> {
  const { answerId, signal, retryLimits, retryWait, add, flush, setActivity } = options;
  for (let retries = 0; ; retries += 1) {
    let hasSaid = false;
    let queuedSince: number | undefined;
    try {
      return await streamStep({
        ...options,
        add(entry) {
          hasSaid ||= isContentEntry(entry);
          add(entry);
        },
        onQueued(position) {
          if (position === 0) return setActivity(null);
          queuedSince ??= Date.now();
          setActivity({ type: 'queued', position, since: queuedSince });
        },
      });
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      const failure = toFailure(thrown);
      const next = afterFailure(failure, retries, retryLimits);
      if ('end' in next) throw new FailureError(next.end, { cause: thrown });
      flush();
      setActivity({
        type: 'retrying',
        attempt: retries + 2,
        attempts: retryLimits.most + 1,
        at: Date.now() + next.delayMs,
        failure,
      });
      try {
        await retryWait.wait(next.delayMs, signal);
      } catch (stopped) {
        throw new StoppedRetry(failure, { cause: stopped });
      }
      // Only now: an answer that is stopped while it waits keeps what was said as its own.
      if (hasSaid) add({ kind: 'answer-retry', answerId, at: Date.now(), failure });
      flush();
      setActivity(null);
    }
  }
}
