/** Lets so many tasks of each key run at once; the others wait for their turn. */
export interface Turns {
  /** @param signal rejects a task that still waits with the signal's reason */
  take<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
}

export function createTurns(atOnce: number): Turns {
  const keys = new Map<string, { running: number; waiting: Set<() => void> }>();
  return {
    async take(key, signal, task) {
      signal.throwIfAborted();
      const turns = keys.get(key) ?? { running: 0, waiting: new Set() };
      keys.set(key, turns);
      if (turns.running >= atOnce) await turn(turns.waiting, signal);
      else turns.running += 1;
      try {
        return await task();
      } finally {
        const [next] = turns.waiting;
        // The turn is handed on, so that nobody slips in between.
        if (next) next();
        else turns.running -= 1;
        if (turns.running === 0) keys.delete(key);
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
