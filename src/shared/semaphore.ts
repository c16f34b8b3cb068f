interface Waiting {
  readonly start: () => void;
  readonly onPosition: ((before: number) => void) | undefined;
}

/** Lets so many go at once, the others first come, first served. Unlike p-limit's, one that waits may give up, and hears its place. */
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
   * @param onPosition hears how many wait before it, as often as that changes; not called for a turn that comes at once
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

  /** Runs a task in its turn. @throws as `begin`, and what the task throws */
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
    // The turn is handed on, so that nobody slips in between.
    if (next) next.start();
    else this.#running -= 1;
  }

  #tellPositions(): void {
    let before = 0;
    for (const { onPosition } of this.#waiting) {
      // All of a semaphore ask for their place, or none does: a long queue is not walked for nothing.
      if (!onPosition) return;
      onPosition(before);
      before += 1;
    }
  }
}
