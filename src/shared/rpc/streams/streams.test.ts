import { afterEach, describe, expect, test, vi } from 'vitest';
import { RpcError } from '../rpc-error.ts';
import { closeAll, collect, connect, connectBare, gate, rejection } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';
import { Kind } from '../wire/wire.ts';

afterEach(closeAll);

async function* upTo(count: unknown) {
  for (let n = 0; n < (count as number); n += 1) yield n;
}

describe.each(portPairs)('streams over $name', (pair) => {
  test('items arrive in their order, then the end', async () => {
    const { asking } = connect(pair, { streams: { upTo } });
    expect(await collect(asking.stream('upTo', 3000))).toEqual(Array.from({ length: 3000 }, (_, n) => n));
    expect(asking.pendingCount).toBe(0);
  });

  test('what is ready rides together: far fewer port messages than items', async () => {
    const { asking, batchCount } = connect(pair, { streams: { upTo } });
    expect(await collect(asking.stream('upTo', 3000))).toHaveLength(3000);
    expect(batchCount()).toBeLessThan(100);
  });

  test('an item is not kept back for the next one', async () => {
    const { promise, open } = gate();
    const { asking } = connect(pair, {
      streams: {
        async *two() {
          yield 'first';
          await promise;
          yield 'second';
        },
      },
    });
    const items = asking.stream('two', null)[Symbol.asyncIterator]();
    expect(await items.next()).toEqual({ done: false, value: 'first' });
    open();
    expect(await items.next()).toEqual({ done: false, value: 'second' });
    expect(await items.next()).toEqual({ done: true, value: undefined });
  });

  test('what came before an error is delivered, then the error with its code', async () => {
    const { asking } = connect(pair, {
      streams: {
        async *half() {
          yield 'kept';
          throw Object.assign(new Error('broke off'), { code: 'network' });
        },
      },
    });
    const received: unknown[] = [];
    const thrown = await rejection(
      (async () => {
        for await (const item of asking.stream('half', null)) received.push(item);
      })(),
    );
    expect(received).toEqual(['kept']);
    expect(thrown).toMatchObject({ message: 'broke off', code: 'network' });
    expect(asking.pendingCount).toBe(0);
  });

  test('two streams at once do not mix', async () => {
    const { asking } = connect(pair, {
      streams: {
        async *tagged(tag) {
          for (let n = 0; n < 400; n += 1) yield `${tag}${n}`;
        },
      },
    });
    const [a, b] = await Promise.all([collect(asking.stream('tagged', 'a')), collect(asking.stream('tagged', 'b'))]);
    expect(a).toEqual(Array.from({ length: 400 }, (_, n) => `a${n}`));
    expect(b).toEqual(Array.from({ length: 400 }, (_, n) => `b${n}`));
  });

  test('a stream that is not offered, or whose handler throws or gives no stream, is an error', async () => {
    const { asking } = connect(pair, {
      streams: {
        throws: () => {
          throw new Error('not today');
        },
        wrong: () => 5 as never,
      },
    });
    await expect(collect(asking.stream('missing', null))).rejects.toMatchObject({ code: 'unknown-method' });
    await expect(collect(asking.stream('throws', null))).rejects.toMatchObject({ message: 'not today' });
    await expect(collect(asking.stream('wrong', null))).rejects.toMatchObject({ name: 'TypeError' });
  });

  test('credit bounds what is sent to a consumer that pauses, however much there is', async () => {
    let produced = 0;
    let sent = 0;
    const { asking, answering, answers } = connect(pair, {
      streams: {
        async *endless() {
          for (;;) {
            produced += 1;
            yield produced;
          }
        },
      },
      methods: { nothing: () => null },
    });
    const items = asking.stream('endless', null, { credit: 10 })[Symbol.asyncIterator]();
    const count = () => {
      sent = answers.flatMap((message) => (message[0] === Kind.chunk ? message[2] : [])).length;
      return sent;
    };
    await vi.waitFor(() => expect(count()).toBe(10));
    for (let turn = 0; turn < 20; turn += 1) await asking.call('nothing', null);
    expect([count(), produced]).toEqual([10, 10]);

    for (let n = 1; n <= 4; n += 1) expect(await items.next()).toEqual({ done: false, value: n });
    for (let turn = 0; turn < 20; turn += 1) await asking.call('nothing', null);
    expect(count()).toBe(10);

    expect(await items.next()).toEqual({ done: false, value: 5 });
    await vi.waitFor(() => expect(count()).toBe(15));
    for (let turn = 0; turn < 20; turn += 1) await asking.call('nothing', null);
    expect([count(), produced]).toEqual([15, 15]);
    await items.return?.();
    expect(answering.isClosed).toBe(false);
  });

  test('a consumer that takes one item of credit at a time still gets them all', async () => {
    const { asking } = connect(pair, { streams: { upTo } });
    expect(await collect(asking.stream('upTo', 50, { credit: 1 }))).toHaveLength(50);
  });

  test.each([
    ['leaving the loop', 'break'],
    ['throwing in the loop', 'throw'],
    ['aborting the signal', 'abort'],
    ['reading to the end', 'end'],
  ])('%s runs the source’s finally exactly once', async (_how, exit) => {
    let finals = 0;
    let opened: AbortSignal | undefined;
    const { asking } = connect(pair, {
      streams: {
        async *source(_, { signal }) {
          opened = signal;
          try {
            for (let n = 0; exit !== 'end' || n < 3; n += 1) yield n;
          } finally {
            finals += 1;
          }
        },
      },
      methods: { nothing: () => null },
    });
    const abort = new AbortController();
    const consume = async () => {
      for await (const _ of asking.stream('source', null, { signal: abort.signal, credit: 4 })) {
        if (exit === 'break') break;
        if (exit === 'throw') throw new Error('enough');
        if (exit === 'abort') abort.abort();
      }
    };
    const [result] = await Promise.allSettled([consume()]);
    expect(result?.status).toBe(exit === 'throw' || exit === 'abort' ? 'rejected' : 'fulfilled');
    await vi.waitFor(() => expect(finals).toBe(1));
    expect(opened?.aborted).toBe(exit !== 'end');
    for (let turn = 0; turn < 5; turn += 1) await asking.call('nothing', null);
    expect(finals).toBe(1);
    expect(asking.pendingCount).toBe(0);
  });

  test('leaving ends a source that is blocked: its signal aborts', async () => {
    let finals = 0;
    const { asking } = connect(pair, {
      streams: {
        async *blocked(_, { signal }) {
          try {
            yield 'first';
            await new Promise<void>((resolve) => void signal.addEventListener('abort', () => resolve()));
          } finally {
            finals += 1;
          }
        },
      },
    });
    for await (const _ of asking.stream('blocked', null)) break;
    await vi.waitFor(() => expect(finals).toBe(1));
  });

  test('a source that waits for credit is let go by a cancel', async () => {
    let finals = 0;
    const { asking } = connect(pair, {
      streams: {
        async *endless() {
          try {
            for (;;) yield 0;
          } finally {
            finals += 1;
          }
        },
      },
    });
    const items = asking.stream('endless', null, { credit: 2 })[Symbol.asyncIterator]();
    await items.next();
    await items.return?.();
    await vi.waitFor(() => expect(finals).toBe(1));
  });

  test('aborting settles a consumer that waits, at once, drops what is not yet taken, and ends the source', async () => {
    let source: AbortSignal | undefined;
    const { asking } = connect(pair, {
      streams: {
        async *blocked(_, { signal }) {
          source = signal;
          yield 1;
          yield 2;
          await new Promise(() => undefined);
        },
      },
    });
    const abort = new AbortController();
    const items = asking.stream('blocked', null, { signal: abort.signal })[Symbol.asyncIterator]();
    await items.next();
    await items.next();
    const waiting = rejection(items.next());
    abort.abort();
    expect(await waiting).toMatchObject({ name: 'RpcError', code: 'cancelled', message: 'blocked was cancelled' });
    expect(await items.next()).toEqual({ done: true, value: undefined });
    await vi.waitFor(() => expect(source?.aborted).toBe(true));
  });

  test('returning settles a `next` that waits', async () => {
    const { asking } = connect(pair, {
      streams: {
        async *silent() {
          await new Promise(() => undefined);
          yield 0;
        },
      },
    });
    const items = asking.stream('silent', null)[Symbol.asyncIterator]();
    const waiting = items.next();
    expect(await items.return?.()).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  test('a stream whose signal has aborted already is not opened', async () => {
    const source = vi.fn(upTo);
    const { asking } = connect(pair, { streams: { source }, methods: { last: () => 'last' } });
    await expect(collect(asking.stream('source', 3, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'cancelled',
    });
    await asking.call('last', null);
    expect(source).not.toHaveBeenCalled();
  });

  test('a stream that was read to its end holds no listener on the signal, nor does one that failed', async () => {
    const { asking } = connect(pair, {
      streams: {
        upTo,
        // biome-ignore lint/correctness/useYield: it fails before its first item
        async *fails() {
          throw new Error('no');
        },
      },
    });
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await collect(asking.stream('upTo', 5, { signal }));
    await rejection(collect(asking.stream('fails', null, { signal })));
    expect(added).toHaveBeenCalledTimes(2);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });

  test('a producer that sends more than it was granted is cut off', async () => {
    const overdrawn = connectBare(pair, {});
    const items = overdrawn.peer.stream('flood', null, { credit: 3 })[Symbol.asyncIterator]();
    await vi.waitFor(() => expect(overdrawn.received).toHaveLength(1));
    const opened = (overdrawn.received[0] as unknown[][])[2];
    const id = opened?.[1];
    overdrawn.bare.send([0, 0, [Kind.chunk, id, [1, 2, 3, 4]]]);
    const thrown = await rejection(items.next());
    expect(thrown).toBeInstanceOf(RpcError);
    expect(thrown).toMatchObject({ code: 'bad-message' });
    expect(overdrawn.dropped).toEqual(['The stream sent more items than it was granted']);
    await vi.waitFor(() => expect(overdrawn.received.at(-1)).toEqual([0, 0, [Kind.cancel, id]]));
    expect(overdrawn.peer.pendingCount).toBe(0);
  });
});

test('each of several who ask at once gets its item, the rest the end', async () => {
  const pair = portPairs[0];
  if (!pair) throw new Error('There are no ports');
  const { asking } = connect(pair, { streams: { upTo } });
  const items = asking.stream('upTo', 2)[Symbol.asyncIterator]();
  expect(await Promise.all([items.next(), items.next(), items.next(), items.next()])).toEqual([
    { done: false, value: 0 },
    { done: false, value: 1 },
    { done: true, value: undefined },
    { done: true, value: undefined },
  ]);
});
