/**
 * Aborts with any of the signals it follows, after so many milliseconds with a `TimeoutError`, or by itself. What follows
 * signals that live longer ends it, or each of them would hold it. In place of `AbortSignal.any`: on Electron 33 the
 * garbage collector takes a timeout away that nothing else holds.
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

  /** Follows nothing any more. */
  end(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#follow);
  }
}
