/**
 * A signal that aborts with `signal`, or with a `TimeoutError` after so many milliseconds. By hand: on older runtimes
 * `AbortSignal.any` loses listeners to the garbage collector.
 */
export function linked(signal: AbortSignal, milliseconds: number): { readonly signal: AbortSignal; end(): void } {
  const abort = new AbortController();
  const follow = () => abort.abort(signal.reason);
  const timer = setTimeout(() => abort.abort(new DOMException('It took too long', 'TimeoutError')), milliseconds);
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow);
  return {
    signal: abort.signal,
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', follow);
    },
  };
}
