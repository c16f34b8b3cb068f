import { describe, expect, test, vi } from 'vitest';
import type { LanguageModelProvider } from '../../../shared/contract/extension-api/extension-api.ts';
import type { CompletionEvent } from '../../../shared/contract/provider.ts';
import { emptyRequest as request } from '../../../shared/testing/empty-request.ts';
import { completionOf } from './polled-completion.ts';

const text = (value: string): CompletionEvent => ({ type: 'text', value });
const calls = {
  models: () => [],
  isAuthenticated: () => true,
  authenticate: () => undefined,
  resetCredentials: () => undefined,
};

async function read(provider: LanguageModelProvider) {
  const events: CompletionEvent[] = [];
  let thrown: unknown;
  try {
    for await (const event of completionOf(provider, 'm', request, new AbortController().signal)) events.push(event);
  } catch (error) {
    thrown = error;
  }
  return { events, thrown };
}

describe('the convenience form', () => {
  /** A provider written as an async generator, with a record of its abort and its end. */
  function streamed(source: (signal: AbortSignal) => AsyncIterable<CompletionEvent>) {
    const seen = { finals: 0, signal: undefined as AbortSignal | undefined };
    const provider: LanguageModelProvider = {
      ...calls,
      async *stream(_model, _request, signal) {
        seen.signal = signal;
        try {
          yield* source(signal);
        } finally {
          seen.finals += 1;
        }
      },
    };
    return { provider, seen };
  }

  test('is read to its end, and its finally runs once', async () => {
    const { provider, seen } = streamed(async function* () {
      yield text('a');
      yield text('b');
    });
    expect((await read(provider)).events).toEqual([text('a'), text('b')]);
    expect(seen.finals).toBe(1);
  });

  test('passes an error on, and its finally runs once', async () => {
    const { provider, seen } = streamed(async function* () {
      yield text('a');
      throw Object.assign(new Error('refused'), { code: 'provider-auth' });
    });
    const { events, thrown } = await read(provider);
    expect(events).toEqual([text('a')]);
    expect(thrown).toMatchObject({ code: 'provider-auth' });
    expect(seen.finals).toBe(1);
  });

  test('gives an error that `stream` throws at once', async () => {
    const provider: LanguageModelProvider = {
      ...calls,
      stream() {
        throw new Error('not now');
      },
    };
    expect((await read(provider)).thrown).toEqual(new Error('not now'));
  });

  test('is aborted by its signal while it is blocked', async () => {
    const { provider, seen } = streamed(async function* (signal) {
      yield text('a');
      await new Promise<void>((resolve) => void signal.addEventListener('abort', () => resolve()));
    });
    const abort = new AbortController();
    for await (const _ of completionOf(provider, 'm', request, abort.signal)) setImmediate(() => abort.abort());
    expect(seen.signal?.aborted).toBe(true);
    await vi.waitFor(() => expect(seen.finals).toBe(1));
  });

  test('that ignores its signal does not hold up the abort', async () => {
    const { provider, seen } = streamed(async function* () {
      yield text('a');
      await new Promise(() => undefined);
    });
    const abort = new AbortController();
    for await (const _ of completionOf(provider, 'm', request, abort.signal)) setImmediate(() => abort.abort());
    expect(seen.signal?.aborted).toBe(true);
  });

  test('is left when the consumer leaves', async () => {
    const { provider, seen } = streamed(async function* () {
      for (;;) yield text('more');
    });
    for await (const _ of completionOf(provider, 'm', request, new AbortController().signal)) break;
    await vi.waitFor(() => expect(seen.finals).toBe(1));
    expect(seen.signal?.aborted).toBe(true);
  });

  test('runs several streams at once, each with its own signal', async () => {
    const signals: AbortSignal[] = [];
    const provider: LanguageModelProvider = {
      ...calls,
      async *stream(modelId, _request, signal) {
        signals.push(signal);
        for (let n = 0; n < 3; n += 1) yield text(`${modelId}${n}`);
      },
    };
    const first = completionOf(provider, 'a', request, new AbortController().signal);
    const second = completionOf(provider, 'b', request, new AbortController().signal);
    expect((await first.next()).value).toEqual(text('a0'));
    expect((await second.next()).value).toEqual(text('b0'));
    await first.return(undefined);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect((await second.next()).value).toEqual(text('b1'));
    await second.return(undefined);
  });

  test.each([
    ['returns no promise', () => ({ done: true, value: undefined })],
    [
      'throws',
      () => {
        throw new Error('no return');
      },
    ],
    ['is missing', undefined],
  ])('may be an iterator by hand whose `return` %s', async (_what, giveBack) => {
    const provider: LanguageModelProvider = {
      ...calls,
      stream: () => ({
        [Symbol.asyncIterator]: () => ({
          next: async () => ({ done: false, value: text('a') }),
          return: giveBack as never,
        }),
      }),
    };
    const events: unknown[] = [];
    for await (const event of completionOf(provider, 'm', request, new AbortController().signal)) {
      events.push(event);
      break;
    }
    expect(events).toEqual([text('a')]);
  });
});
