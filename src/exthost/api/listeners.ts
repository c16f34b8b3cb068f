import type { Disposable } from '../../shared/contract/extension-api/disposable.ts';
import { type Log, logFailure } from './log.ts';

/** The listeners of one event. Errors of a listener are logged, and the others are called all the same. */
export class Listeners<Args extends readonly unknown[]> {
  readonly #name: string;
  readonly #log: Log;
  readonly #listeners = new Set<{ hear(...args: Args): unknown }>();

  /** @param name of the event in the log, such as "documents.onOpen" */
  constructor(name: string, log: Log) {
    this.#name = name;
    this.#log = log;
  }

  /** A function that is added twice is called twice. */
  add(hear: (...args: Args) => unknown): Disposable {
    if (typeof hear !== 'function') throw new TypeError(`${this.#name} needs a function that is called at each event`);
    const listener = { hear };
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  emit(...args: Args): void {
    for (const listener of [...this.#listeners]) {
      // A listener before it may have disposed it.
      if (!this.#listeners.has(listener)) continue;
      // Catches rejections of async listeners too.
      (async () => listener.hear(...args))().catch((thrown) =>
        logFailure(this.#log, `A listener of ${this.#name}`, thrown),
      );
    }
  }
}
