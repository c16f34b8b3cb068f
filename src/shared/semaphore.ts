interface Waiting {
  readonly start: () => void;
  readonly onPosition: ((before: number) => void) | undefined;
}

/**
 * Limits concurrent tasks, first come, first served. Unlike with p-limit, a waiting one can give up, and learns its
 * place.
 */
export class Semaphore {
  readonly #atOnce: number;
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  /**
   * @param onPosition called with the number of tasks ahead whenever it changes; not called for a turn that comes at
   * once
   * @returns ends the turn
   * @throws the signal's reason when it aborts before the turn has come
   */
  async begin(signal?: AbortSignal, onPosition?: (before: number) => void): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#wait(signal, onPosition);
    let isOver = false;
    return () => {
      if (!isOver) this.#end();
      isOver = true;
    };
  }

  /** Runs a task in its turn. @throws like `begin`, and the task's error */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const end = await this.begin(signal);
    try {
      return await task();
    } finally {
      end();
    }
  }

  #wait(signal: AbortSignal | undefined, onPosition: Waiting['onPosition']): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(place);
        signal?.removeEventListener('abort', giveUp);
        this.#tellPositions();
      };
      const giveUp = () => {
        leave();
        reject(signal?.reason);
      };
      const start = () => {
        leave();
        resolve();
      };
      const place = { start, onPosition };
      this.#waiting.add(place);
      signal?.addEventListener('abort', giveUp);
      onPosition?.(this.#waiting.size - 1);
    });
  }

  #end(): void {
    const [next] = this.#waiting;
    // The turn is handed over directly, so that no new task takes it in between.
    if (next) next.start();
    else this.#running -= 1;
  }

  #tellPositions(): void {
    let before = 0;
    for (const { onPosition } of this.#waiting) {
      // Either all tasks of a semaphore ask for their place or none does: a long queue is not walked for nothing.
      if (!onPosition) return;
      onPosition(before);
      before += 1;
    }
  }
}
