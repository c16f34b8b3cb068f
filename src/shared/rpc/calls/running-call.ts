import type { CallContext } from '../handlers.ts';

/** A call or stream of the other side that runs here. The signal is created lazily, as few handlers use it. */
export class RunningCall implements CallContext {
  readonly name: string;
  #aborted: { readonly reason: unknown } | undefined;
  #controller: AbortController | undefined;
  #signal: AbortSignal | undefined;

  /** @param signal of something that outlives the call; `abort` is not used then */
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
