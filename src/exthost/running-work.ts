/** What runs in an extension for main, so that all of it is told when the extension ends. */
export class RunningWork {
  readonly #running = new Set<AbortController>();

  /** Follows main's signal by hand: on older runtimes `AbortSignal.any` loses listeners to the garbage collector. */
  start(signal: AbortSignal): { readonly signal: AbortSignal; end(): void } {
    const abort = new AbortController();
    const follow = () => abort.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { once: true });
    this.#running.add(abort);
    return {
      signal: abort.signal,
      end: () => {
        signal.removeEventListener('abort', follow);
        this.#running.delete(abort);
      },
    };
  }

  async run<T>(signal: AbortSignal, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const work = this.start(signal);
    try {
      return await task(work.signal);
    } finally {
      work.end();
    }
  }

  abortAll(): void {
    for (const work of this.#running) work.abort();
  }
}
