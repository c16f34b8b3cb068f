import type { CallContext } from '../handlers.ts';

/** Something the other side asked for, while it runs here. Few handlers look at the signal: it is made when one does. */
export class RunningCall implements CallContext {
  /** Of the method or stream. */
  readonly name: string;
  #aborted: { readonly reason: unknown } | undefined;
  #controller: AbortController | undefined;
  #signal: AbortSignal | undefined;

  /** @param signal of something longer than the call; then `abort` is not used */
  constructor(name: string, signal?: AbortSignal) {
    this.name = name;
    this.#signal = signal;
  }

  get isAborted(): boolean {
    return this.#aborted !== undefined;
  }

  get signal(): AbortSignal {
    if (this.#signal) return this.#signal;
    this.#controller = new AbortController();
    this.#signal = this.#controller.signal;
    if (this.#aborted) this.#controller.abort(this.#aborted.reason);
    return this.#signal;
  }

  abort(reason: unknown): void {
    this.#aborted ??= { reason };
    this.#controller?.abort(reason);
  }
}
