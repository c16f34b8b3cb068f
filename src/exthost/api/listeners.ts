import type { Disposable } from '../../shared/contract/extension-api/disposable.ts';
import { type Log, logFailure } from './log.ts';

/** The listeners of one event. One that throws or rejects is logged; the others hear of it all the same. */
export class Listeners<Args extends readonly unknown[]> {
  readonly #name: string;
  readonly #log: Log;
  readonly #listeners = new Set<{ hear(...args: Args): unknown }>();

  /** @param name how the log names the event, such as "documents.onOpen" */
  constructor(name: string, log: Log) {
    this.#name = name;
    this.#log = log;
  }

  /** The same function added twice hears twice. */
  add(hear: (...args: Args) => unknown): Disposable {
    if (typeof hear !== 'function') throw new TypeError(`${this.#name} needs a function that is called at each event`);
    const listener = { hear };
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  emit(...args: Args): void {
    for (const listener of [...this.#listeners]) {
      // Another listener may have disposed it just now.
      if (!this.#listeners.has(listener)) continue;
      // What an async listener rejects with is caught as well.
      (async () => listener.hear(...args))().catch((thrown) =>
        logFailure(this.#log, `A listener of ${this.#name}`, thrown),
      );
    }
  }
}
