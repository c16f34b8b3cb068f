/**
 * Aborts when one of its signals does, after `limitMs` milliseconds (with a `TimeoutError`), or on `abort`. Call
 * `end` if a signal outlives the controller: it would hold it. In place of `AbortSignal.any`: on Electron 33 the
 * garbage collector frees a timeout signal that nothing else holds.
 */
export class LinkedController extends AbortController {
  readonly #signals: readonly AbortSignal[];
  readonly #follow = () => this.abort(this.#signals.find(({ aborted }) => aborted)?.reason);
  readonly #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(signals: readonly AbortSignal[], limitMs?: number) {
    super();
    this.#signals = signals;
    for (const signal of signals) signal.addEventListener('abort', this.#follow);
    if (limitMs !== undefined) {
      this.#timer = setTimeout(() => this.abort(new DOMException('It took too long', 'TimeoutError')), limitMs);
    }
    if (signals.some(({ aborted }) => aborted)) this.#follow();
  }

  override abort(reason?: unknown): void {
    this.end();
    super.abort(reason);
  }

  /** Stops following the signals and the time limit. */
  end(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#follow);
  }
}
