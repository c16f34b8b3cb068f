import { abortable } from '../../../../../shared/bounded.ts';

interface Running<T> {
  readonly work: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/** Work that is done once for all who ask for it at a time, and stopped when none of them waits any more. */
export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>();

  /** @param begin does it, unless it runs already */
  async join(key: string, signal: AbortSignal, begin: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const present = this.#running.get(key);
    const one = present && !present.stop.signal.aborted ? present : this.#begin(key, begin);
    one.waiting += 1;
    try {
      return await abortable(one.work, signal);
    } finally {
      one.waiting -= 1;
      if (one.waiting === 0) one.stop.abort();
    }
  }

  #begin(key: string, begin: (signal: AbortSignal) => Promise<T>): Running<T> {
    const stop = new AbortController();
    const work = begin(stop.signal).finally(() => {
      if (this.#running.get(key) === one) this.#running.delete(key);
    });
    const one: Running<T> = { work, stop, waiting: 0 };
    this.#running.set(key, one);
    return one;
  }
}
