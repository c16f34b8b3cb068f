import type {
  LanguageModelProvider,
  PolledCompletion,
  StreamedCompletion,
} from '../../shared/contract/extension-api/extension-api.ts';
import type { CompletionEvent, CompletionRequest } from '../../shared/contract/provider.ts';

/** @returns the provider's polled form; the convenience form is wrapped in it */
export const polledForm = (provider: LanguageModelProvider): PolledCompletion =>
  'stream' in provider ? pollStream(provider) : provider;

function pollStream(provider: StreamedCompletion): PolledCompletion {
  const open = new Map<string, { events: AsyncIterator<CompletionEvent>; abort: AbortController }>();
  let count = 0;
  return {
    streamCompletionStart(modelId, request) {
      const abort = new AbortController();
      const events = provider.stream(modelId, request, abort.signal)[Symbol.asyncIterator]();
      count += 1;
      open.set(String(count), { events, abort });
      return String(count);
    },
    async streamCompletionNext(streamId) {
      const result = await open.get(streamId)?.events.next();
      return !result || result.done ? null : result.value;
    },
    streamCompletionClose(streamId) {
      const stream = open.get(streamId);
      if (!stream) return;
      open.delete(streamId);
      stream.abort.abort();
      // Not awaited: a source that is blocked answers only when it has seen the signal.
      (async () => stream.events.return?.())().catch(() => undefined);
    },
  };
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
