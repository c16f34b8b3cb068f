import { FailureError } from '../../../shared/contract/errors.ts';
import { Semaphore } from '../../../shared/semaphore.ts';

/**
 * Limits the concurrent tasks of each key; further ones wait for their turn.
 * @param maxWaiting waiting tasks of each key; each holds memory, such as the content of a file
 */
export function createKeyedLimit(atOnce: number, maxWaiting: number) {
  const semaphores = new Map<string, Semaphore>();

  /**
   * @param signal rejects a waiting task with the signal's reason
   * @returns a function that ends the turn
   * @throws {FailureError} when too many tasks of the key wait already
   */
  async function begin(key: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const semaphore = semaphores.get(key) ?? new Semaphore(atOnce);
    if (semaphore.waiting >= maxWaiting) {
      const message = `${maxWaiting} calls of this kind wait already. Wait until some have ended.`;
      throw new FailureError({ code: 'invalid-request', message });
    }
    semaphores.set(key, semaphore);
    const end = await semaphore.begin(signal);
    return () => {
      end();
      if (semaphore.isIdle) semaphores.delete(key);
    };
  }

  /** Runs a task in a turn of its key. @throws as `begin`, and what the task throws */
  async function take<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const end = await begin(key, signal);
    try {
      return await task();
    } finally {
      end();
    }
  }

  return { begin, take };
}
