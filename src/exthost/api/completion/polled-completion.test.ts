import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { PolledCompletion } from '../../../shared/contract/extension-api/extension-api.ts';
import type { CompletionEvent } from '../../../shared/contract/provider.ts';
import { emptyRequest as request } from '../../../shared/testing/empty-request.ts';
import { pollCompletion } from './polled-completion.ts';

const text = (value: string): CompletionEvent => ({ type: 'text', value });
/** A polled provider that yields `events` and counts its calls. */
function polled(events: readonly CompletionEvent[], override: Partial<PolledCompletion> = {}) {
  const closed: string[] = [];
  let at = 0;
  const provider: PolledCompletion = {
    streamCompletionStart: () => 'stream-1',
    streamCompletionNext: () => events[at++] ?? null,
    ...override,
    streamCompletionClose(streamId) {
      closed.push(streamId);
      return override.streamCompletionClose?.(streamId);
    },
  };
  return { provider, closed };
}

async function read(provider: PolledCompletion, signal = new AbortController().signal) {
  const events: CompletionEvent[] = [];
  let thrown: unknown;
  try {
    for await (const event of pollCompletion(provider, 'm', request, signal)) events.push(event);
  } catch (error) {
    thrown = error;
  }
  return { events, thrown };
}

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => void unhandled.push(reason);
process.on('unhandledRejection', onUnhandled);
// Removed, so that it does not see rejections of later files.
afterAll(() => void process.off('unhandledRejection', onUnhandled));
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled.splice(0)).toEqual([]);
});

describe('the polled form closes exactly once', () => {
  test('at the end', async () => {
    const { provider, closed } = polled([{ type: 'started' }, text('a'), { type: 'stop', value: 'end-turn' }]);
    const { events, thrown } = await read(provider);
    expect(events.map(({ type }) => type)).toEqual(['started', 'text', 'stop']);
    expect([thrown, closed]).toEqual([undefined, ['stream-1']]);
  });

  test('never for a stream that was not started', async () => {
    const { provider, closed } = polled([], {
      streamCompletionStart: async () => {
        throw new Error('no start');
      },
    });
    expect((await read(provider)).thrown).toEqual(new Error('no start'));
    expect(closed).toEqual([]);
  });

  test.each([
    [
      'at once',
      () => {
        throw new Error('broke');
      },
    ],
    ['later', async () => Promise.reject(new Error('broke'))],
  ])('when `next` throws %s', async (_when, streamCompletionNext) => {
    const { provider, closed } = polled([], { streamCompletionNext });
    expect((await read(provider)).thrown).toEqual(new Error('broke'));
    expect(closed).toEqual(['stream-1']);
  });

  test('when it is aborted before `start` settles', async () => {
    const start = Promise.withResolvers<string>();
    const next = vi.fn(() => text('never asked'));
    const { provider, closed } = polled([], {
      streamCompletionStart: () => start.promise,
      streamCompletionNext: next,
    });
    const abort = new AbortController();
    const reading = read(provider, abort.signal);
    abort.abort();
    expect(closed).toEqual([]);
    start.resolve('late');
    expect(await reading).toEqual({ events: [], thrown: undefined });
    expect(closed).toEqual(['late']);
    expect(next).not.toHaveBeenCalled();
  });

  test('when it is aborted while `next` is blocked, without waiting for it', async () => {
    const blocked = Promise.withResolvers<CompletionEvent>();
    const { provider, closed } = polled([], { streamCompletionNext: () => blocked.promise });
    const abort = new AbortController();
    const reading = read(provider, abort.signal);
    await vi.waitFor(() => expect(closed).toEqual([]));
    abort.abort();
    expect(closed).toEqual(['stream-1']);
    expect(await reading).toEqual({ events: [], thrown: undefined });
    blocked.reject(new Error('nobody listens'));
    expect(closed).toEqual(['stream-1']);
  });

  test('when it is aborted between two events', async () => {
    const { provider, closed } = polled([text('a'), text('b')]);
    const abort = new AbortController();
    const events: unknown[] = [];
    for await (const event of pollCompletion(provider, 'm', request, abort.signal)) {
      events.push(event);
      abort.abort();
      expect(closed).toEqual(['stream-1']);
    }
    expect([events, closed]).toEqual([[text('a')], ['stream-1']]);
  });

  test('when the consumer leaves the loop, and when it throws in it', async () => {
    const left = polled([text('a'), text('b')]);
    for await (const _ of pollCompletion(left.provider, 'm', request, new AbortController().signal)) break;
    expect(left.closed).toEqual(['stream-1']);

    const threw = polled([text('a'), text('b')]);
    const consume = async () => {
      for await (const _ of pollCompletion(threw.provider, 'm', request, new AbortController().signal)) {
        throw new Error('mine');
      }
    };
    await expect(consume()).rejects.toThrow('mine');
    expect(threw.closed).toEqual(['stream-1']);
  });

  test.each([
    [
      'at once',
      () => {
        throw new Error('close failed');
      },
    ],
    ['later', async () => Promise.reject(new Error('close failed'))],
  ])(
    'also when `close` itself throws %s: at the end, aborted, and after an error, which wins',
    async (_when, streamCompletionClose) => {
      const ended = polled([text('a')], { streamCompletionClose });
      expect((await read(ended.provider)).thrown).toEqual(new Error('close failed'));
      expect(ended.closed).toHaveLength(1);

      const abort = new AbortController();
      const aborted = polled([], { streamCompletionClose, streamCompletionNext: () => new Promise(() => undefined) });
      const reading = read(aborted.provider, abort.signal);
      await Promise.resolve();
      abort.abort();
      expect((await reading).thrown).toEqual(new Error('close failed'));
      expect(aborted.closed).toHaveLength(1);

      const broken = polled([], {
        streamCompletionClose,
        streamCompletionNext: async () => Promise.reject(new Error('the cause')),
      });
      expect((await read(broken.provider)).thrown).toEqual(new Error('the cause'));
      expect(broken.closed).toHaveLength(1);
    },
  );

  test('a finished stream holds no listener on the signal', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    await read(polled([text('a')]).provider, signal);
    expect(remove.mock.calls[0]?.[1]).toBe(add.mock.calls[0]?.[1]);
  });

  test('events that were delivered are not held until the end of a long stream', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const { provider } = polled([], { streamCompletionNext: async () => text('x'.repeat(10)) });
    const stream = pollCompletion(provider, 'm', request, new AbortController().signal);
    const delivered: WeakRef<CompletionEvent>[] = [];
    for (let n = 0; n < 200; n += 1) {
      const { value } = await stream.next();
      if (value) delivered.push(new WeakRef(value));
    }
    expect(delivered).toHaveLength(200);
    await vi.waitFor(() => {
      collectGarbage();
      expect(delivered.filter((event) => event.deref()).length).toBeLessThan(5);
    });
    await stream.return(undefined);
  });
});
