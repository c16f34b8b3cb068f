import type { Asker } from '../../../../shared/contract/question.ts';
import { askerRefusal } from '../../../extensions/api/asker.ts';
import { createKeyedLimit } from '../../../extensions/api/keyed-limit.ts';
import { createRateLimit } from '../../../extensions/api/rate-limit.ts';

/** A thread that an extension began may begin others, down to this depth. */
export const deepest = 3;
const ofExtension = 4;
const ofAll = 8;
const maxWaiting = 32;
/** Each may cost the person something. */
const inAnHour = 200;
const hour = 3_600_000;

/** How many tasks there may be. */
export function createTaskLimits(now?: () => number) {
  const budget = createRateLimit(inAnHour, now, hour);
  // By depth: one that waits for its own tasks must not keep them from their turn.
  const own = createKeyedLimit(ofExtension, maxWaiting);
  const all = createKeyedLimit(ofAll, maxWaiting);
  return {
    /** @throws {FailureError} if there are too many; what the signal aborts with while it waits */
    inTurn<T>(by: Asker, depth: number, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
      if (depth > deepest) {
        throw askerRefusal(by, `begins tasks within tasks, ${deepest} deep at most. Do this one in its own thread.`);
      }
      if (!budget.take(by.extensionId))
        throw askerRefusal(by, `began ${inAnHour} tasks in an hour, which is the most.`);
      return own.take(`${by.extensionId} ${depth}`, signal, () => all.take(String(depth), signal, task));
    },
  };
}
