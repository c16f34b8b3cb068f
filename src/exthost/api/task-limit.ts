/**
 * Lets so many tasks run at once; the others wait here, where what they hold is the extension's own memory.
 * @returns runs a task in its turn; a signal that aborts ends its waiting
 */
export function createTaskLimit(atOnce: number) {
  let running = 0;
  const waiting = new Set<() => void>();

  const begin = (signal: AbortSignal | undefined): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    return new Promise((resolve) => {
      const go = () => {
        waiting.delete(go);
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      // It goes ahead without a turn of its own, and is refused at once.
      const leave = () => {
        running += 1;
        go();
      };
      waiting.add(go);
      signal?.addEventListener('abort', leave, { once: true });
    });
  };
  const end = () => {
    const [next] = waiting;
    // The turn is handed on.
    if (next) next();
    else running -= 1;
  };

  return async <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    await begin(signal);
    try {
      return await task();
    } finally {
      end();
    }
  };
}
