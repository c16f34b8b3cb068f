import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeAll, collect, connect, rejection } from './test-support/connect.ts';
import { portPairs } from './test-support/port-pairs.ts';

afterEach(closeAll);

const forever = () => new Promise<never>(() => undefined);

describe.each(portPairs)('closing over $name', (pair) => {
  test('closing rejects every pending call and stream with the reason, on this side', async () => {
    const { asking } = connect(pair, {
      methods: { forever },
      streams: {
        async *silent() {
          yield await forever();
        },
      },
    });
    const reason = new Error('the host stopped');
    const pending = [
      ...Array.from({ length: 50 }, () => asking.call('forever', null, { deadlineMs: 60_000 })),
      collect(asking.stream('silent', null)),
    ];
    expect(asking.pendingCount).toBe(51);
    asking.close(reason);
    for (const result of await Promise.allSettled(pending)) expect(result).toEqual({ status: 'rejected', reason });
    expect(asking.pendingCount).toBe(0);
    expect(asking.isClosed).toBe(true);
  });

  test('the other side is told, its own calls are rejected and what runs there is aborted', async () => {
    const onClose = vi.fn();
    let handler: AbortSignal | undefined;
    let finals = 0;
    const { asking, answering } = connect(
      pair,
      {
        onClose,
        methods: {
          forever(_, { signal }) {
            handler = signal;
            return forever();
          },
        },
        streams: {
          async *endless() {
            try {
              for (;;) yield 0;
            } finally {
              finals += 1;
            }
          },
        },
      },
      { methods: { forever } },
    );
    asking.call('forever', null).catch(() => undefined);
    const items = asking.stream('endless', null)[Symbol.asyncIterator]();
    await items.next();
    const back = rejection(answering.call('forever', null));
    asking.close();
    expect(await back).toMatchObject({ code: 'closed', message: 'The other side closed the connection' });
    expect(handler?.aborted).toBe(true);
    await vi.waitFor(() => expect(finals).toBe(1));
    expect(onClose).toHaveBeenCalledOnce();
    expect(answering.isClosed).toBe(true);
  });

  test('what had arrived of a stream is delivered before the reason', async () => {
    const { asking } = connect(pair, {
      streams: {
        async *some() {
          yield 'kept';
          yield 'kept too';
          await forever();
        },
      },
      methods: { nothing: () => null },
    });
    const items = asking.stream('some', null)[Symbol.asyncIterator]();
    expect(await items.next()).toMatchObject({ value: 'kept' });
    // Its answer comes after the second item.
    await asking.call('nothing', null);
    asking.close(new Error('gone'));
    expect(await items.next()).toMatchObject({ value: 'kept too' });
    await expect(items.next()).rejects.toThrow('gone');
    expect(await items.next()).toEqual({ done: true, value: undefined });
  });

  test('a closed peer rejects calls and streams with the reason, and swallows notifications', async () => {
    const handler = vi.fn();
    const { asking } = connect(pair, { methods: { handler } });
    const reason = new Error('closed on purpose');
    asking.close(reason);
    await expect(asking.call('handler', null)).rejects.toBe(reason);
    await expect(collect(asking.stream('handler', null))).rejects.toBe(reason);
    asking.notify('handler', null);
    expect(handler).not.toHaveBeenCalled();
  });

  test('closing twice keeps the first reason, and each side is told once', async () => {
    const onClose = vi.fn();
    const { asking, answering } = connect(pair, { onClose });
    const first = new Error('first');
    asking.close(first);
    asking.close(new Error('second'));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    answering.close();
    expect(onClose).toHaveBeenCalledOnce();
    await expect(asking.call('x', null)).rejects.toBe(first);
  });

  test('an answer that comes after the close goes nowhere', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const handler = vi.fn(() => promise);
    const { asking, answering, answers } = connect(pair, { methods: { slow: handler } });
    const call = rejection(asking.call('slow', null));
    await vi.waitFor(() => expect(handler).toHaveBeenCalled());
    answering.close();
    resolve('late');
    expect(await call).toMatchObject({ code: 'closed' });
    expect(answers).toEqual([]);
  });

  test('a handler that is aborted by the close may call again and is refused', async () => {
    const late: unknown[] = [];
    let isRunning = false;
    const { asking, answering } = connect(pair, {
      methods: {
        watch(_, { signal }) {
          isRunning = true;
          signal.addEventListener('abort', () => {
            answering.call('x', null).catch((error) => late.push(error));
          });
          return forever();
        },
      },
    });
    const call = rejection(asking.call('watch', null));
    await vi.waitFor(() => expect(isRunning).toBe(true));
    const reason = new Error('over');
    answering.close(reason);
    await vi.waitFor(() => expect(late).toEqual([reason]));
    expect(await call).toMatchObject({ code: 'closed' });
  });
});
