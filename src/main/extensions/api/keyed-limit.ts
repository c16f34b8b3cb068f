import { FailureError } from '../../../shared/contract/errors.ts';

/** Lets so many tasks of each key run at once; the others wait for their turn. */
export interface KeyedLimit {
  /**
   * @param signal rejects a task that still waits with the signal's reason
   * @throws {FailureError} when too many of the key wait already
   */
  take<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
  /** The same for what is no promise. @returns ends the turn, to be called once */
  begin(key: string, signal: AbortSignal): Promise<() => void>;
}

/** @param maxWaiting of each key: what waits holds memory, the content of a file for example */
export function createKeyedLimit(atOnce: number, maxWaiting: number): KeyedLimit {
  const keys = new Map<string, { running: number; waiting: Set<() => void> }>();

  async function begin(key: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const turns = keys.get(key) ?? { running: 0, waiting: new Set() };
    if (turns.waiting.size >= maxWaiting) {
      const message = `${maxWaiting} calls of this kind wait already. Wait until some have ended.`;
      throw new FailureError({ code: 'invalid-request', message });
    }
    keys.set(key, turns);
    if (turns.running >= atOnce) await turn(turns.waiting, signal);
    else turns.running += 1;
    return () => {
      const [next] = turns.waiting;
      // The turn is handed on, so that nobody slips in between.
      if (next) next();
      else turns.running -= 1;
      if (turns.running === 0) keys.delete(key);
    };
  }

  return {
    begin,
    async take(key, signal, task) {
      const end = await begin(key, signal);
      try {
        return await task();
      } finally {
        end();
      }
    },
  };
}

function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (settle: () => void) => {
      waiting.delete(begin);
      signal.removeEventListener('abort', giveUp);
      settle();
    };
    const begin = () => leave(resolve);
    const giveUp = () => leave(() => reject(signal.reason));
    waiting.add(begin);
    signal.addEventListener('abort', giveUp);
  });
}
