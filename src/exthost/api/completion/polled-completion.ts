import type {
  LanguageModelProvider,
  PolledCompletion,
  StreamedCompletion,
} from '../../../shared/contract/extension-api/extension-api.ts';
import type { CompletionEvent, CompletionRequest } from '../../../shared/contract/provider.ts';

/** One completion, in whichever form the provider has it. */
export const completionOf = (
  provider: LanguageModelProvider,
  modelId: string,
  request: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent> =>
  'stream' in provider
    ? streamCompletion(provider, modelId, request, signal)
    : pollCompletion(provider, modelId, request, signal);

/** The convenience form as it is: its signal aborts on every way out, and an abort does not wait for a blocked `next`. */
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
          // What a blocked `next` does after an abort concerns nobody.
          Promise.resolve(events.next()).then(resolve, reject);
        });
        if (!next || next.done) return;
        yield next.value;
      }
    } finally {
      abort.abort();
      // Not awaited: a source that is blocked answers only when it has seen the signal.
      (async () => events.return?.())().catch(() => undefined);
    }
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/**
 * Polls one completion as a stream. `streamCompletionClose` runs exactly once on every way out of a stream that was
 * started: end, stop, error, abort, and leaving the loop; an abort does not wait for a blocked `next`.
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
    // Async, so that a `close` that throws at once is not called again either.
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
        // What a blocked `next` does after an abort concerns nobody.
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
    // What broke the stream off says more than what closing it says afterwards.
    await close().catch((thrown) => {
      if (!isBroken) throw thrown;
    });
  }
}
