import type {
  LanguageModelProvider,
  PolledCompletion,
  StreamedCompletion,
} from '../../../shared/contract/extension-api/extension-api.ts';
import type { CompletionEvent, CompletionRequest } from '../../../shared/contract/provider.ts';

/** One completion, by whichever form the provider implements. */
export const completionOf = (
  provider: LanguageModelProvider,
  modelId: string,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent> =>
  'stream' in provider
    ? streamCompletion(provider, modelId, request, signal)
    : pollCompletion(provider, modelId, request, signal);

/** The convenience form. Its signal aborts however the stream ends, and an abort does not wait for a blocked `next`. */
async function* streamCompletion(
  provider: StreamedCompletion,
  modelId: string,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent> {
  const abort = new AbortController();
  let letGo = () => {};
  const leave = () => {
    abort.abort();
    letGo();
  };
  if (signal.aborted) return;
  signal.addEventListener('abort', leave, { once: true });
  try {
    const events = provider.stream(modelId, request, abort.signal)[Symbol.asyncIterator]();
    try {
      while (!signal.aborted) {
        const next = await new Promise<IteratorResult<CompletionEvent> | null>((resolve, reject) => {
          letGo = () => resolve(null);
          // The result of a blocked `next` after an abort is ignored.
          Promise.resolve(events.next()).then(resolve, reject);
        });
        if (!next || next.done) return;
        yield next.value;
      }
    } finally {
      abort.abort();
      // Not awaited: a blocked source reacts only when it has seen the signal.
      (async () => events.return?.())().catch(() => undefined);
    }
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/**
 * Polls one completion as a stream. `streamCompletionClose` is called exactly once however a started stream ends: by
 * its end, a stop, an error, an abort, or leaving the loop; an abort does not wait for a blocked `next`.
 */
export async function* pollCompletion(
  provider: PolledCompletion,
  modelId: string,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent> {
  const streamId = await provider.streamCompletionStart(modelId, request);
  let closing: Promise<void> | undefined;
  const close = () => {
    // Async, so that a `close` that throws synchronously is not called twice either.
    closing ??= (async () => provider.streamCompletionClose(streamId))();
    return closing;
  };
  let letGo = () => {};
  const leave = () => {
    close().catch(() => undefined);
    letGo();
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  let isBroken = false;
  try {
    while (!signal.aborted) {
      const event = await new Promise<CompletionEvent | null>((resolve, reject) => {
        letGo = () => resolve(null);
        // The result of a blocked `next` after an abort is ignored.
        Promise.resolve(provider.streamCompletionNext(streamId)).then(resolve, reject);
      });
      if (event === null) return;
      yield event;
    }
  } catch (thrown) {
    isBroken = true;
    throw thrown;
  } finally {
    signal.removeEventListener('abort', leave);
    // The error that broke the stream off matters more than a later one of closing it.
    await close().catch((thrown) => {
      if (!isBroken) throw thrown;
    });
  }
}
