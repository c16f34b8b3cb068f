/** Lets so many requests of a provider go at once; the others wait their turn, first come first served. */
export interface ProviderQueue {
  /**
   * @param onPosition hears how many wait before it, as often as that changes; not called for a turn that comes at once
   * @returns ends the turn
   * @throws the signal's reason when it aborts before the turn has come
   */
  begin(signal: AbortSignal, onPosition: (before: number) => void): Promise<() => void>;
}

interface Waiting {
  readonly start: () => void;
  readonly onPosition: (before: number) => void;
}

export function createProviderQueue(atOnce: number): ProviderQueue {
  let running = 0;
  const waiting: Waiting[] = [];

  const tellPositions = () => {
    for (const [before, { onPosition }] of waiting.entries()) onPosition(before);
  };

  function end(): void {
    const next = waiting.shift();
    // The turn is handed on, so that nobody slips in between.
    if (!next) running -= 1;
    next?.start();
    tellPositions();
  }

  function turn(signal: AbortSignal, onPosition: Waiting['onPosition']): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(place), 1);
        tellPositions();
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const place = { start, onPosition };
      waiting.push(place);
      signal.addEventListener('abort', giveUp, { once: true });
      onPosition(waiting.length - 1);
    });
  }

  return {
    async begin(signal, onPosition) {
      signal.throwIfAborted();
      if (running < atOnce) running += 1;
      else await turn(signal, onPosition);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        end();
      };
    },
  };
}
