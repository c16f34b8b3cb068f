import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeAll, collect, connect, rejection } from '../test-support/connect.ts';
import { type PortPair, portPairs } from '../test-support/port-pairs.ts';

afterEach(closeAll);

const fn = () => 'never sent';

describe.each(portPairs)('what cannot be cloned, over $name', (pair) => {
  test('an argument is an error for the caller at once, and the handler is not reached', async () => {
    const handler = vi.fn();
    const { asking } = connect(pair, { methods: { handler, last: () => 'last' } });
    const thrown = await rejection(asking.call('handler', { callback: fn }, { deadlineMs: 60_000 }));
    expect(thrown).toMatchObject({ name: 'RpcError', code: 'not-cloneable' });
    expect(thrown.message).toMatch(/^An argument of handler cannot be sent: .*could not be cloned/s);
    expect(await asking.call('last', null)).toBe('last');
    expect(handler).not.toHaveBeenCalled();
    expect(asking.pendingCount).toBe(0);
  });

  test('a result is an error for the caller, never null', async () => {
    const { asking } = connect(pair, { methods: { give: () => ({ fn }), giveLater: async () => Symbol('s') } });
    for (const method of ['give', 'giveLater']) {
      const thrown = await rejection(asking.call(method, null));
      expect(thrown).toMatchObject({ name: 'RpcError', code: 'not-cloneable' });
      expect(thrown.message).toMatch(/^The result cannot be sent: /);
    }
  });

  test('the neighbours of one turn arrive all the same', async () => {
    const { asking } = connect(pair, { methods: { echo: (value) => value, give: () => fn } });
    const settled = await Promise.allSettled([
      asking.call('echo', 1),
      asking.call('echo', fn),
      asking.call('give', null),
      asking.call('echo', 2),
    ]);
    expect(settled.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code))).toEqual([
      1,
      'not-cloneable',
      'not-cloneable',
      2,
    ]);
  });

  test('an argument of a stream is an error of its iteration', async () => {
    const { asking } = connect(pair, { streams: { source: async function* () {} } });
    await expect(collect(asking.stream('source', fn))).rejects.toMatchObject({ code: 'not-cloneable' });
    expect(asking.pendingCount).toBe(0);
  });

  test('an item ends the stream with an error after those before it, and the source is left', async () => {
    let finals = 0;
    const { asking } = connect(pair, {
      streams: {
        async *source() {
          try {
            yield 'good';
            yield fn;
            for (;;) yield 'after';
          } finally {
            finals += 1;
          }
        },
      },
    });
    const received: unknown[] = [];
    const read = async () => {
      for await (const item of asking.stream('source', null)) received.push(item);
    };
    await expect(read()).rejects.toMatchObject({ code: 'not-cloneable' });
    expect(received).toEqual(['good']);
    await vi.waitFor(() => expect(finals).toBe(1));
  });

  test('an item that is the last one is an error all the same, not an end', async () => {
    const { asking } = connect(pair, {
      streams: {
        async *source() {
          yield 'good';
          yield fn;
          yield 'after';
        },
      },
    });
    const items = asking.stream('source', null)[Symbol.asyncIterator]();
    expect(await items.next()).toEqual({ done: false, value: 'good' });
    await expect(items.next()).rejects.toMatchObject({ code: 'not-cloneable' });
  });

  test('a notification is dropped with a word', async () => {
    const dropped: string[] = [];
    const { asking } = connect(
      pair,
      { methods: { last: () => 'last' } },
      { onBadMessage: (why) => void dropped.push(why) },
    );
    asking.notify('last', fn);
    expect(await asking.call('last', null)).toBe('last');
    expect(dropped).toEqual([expect.stringMatching(/^A message cannot be sent: /)]);
  });
});

/** Ports that refuse shared memory, as Electron's refuse some values that `structuredClone` accepts. */
const strictPair: Pick<PortPair, 'create'> = {
  create() {
    const [pair] = portPairs;
    if (!pair) throw new Error('There is no pair');
    const [left, right] = pair.create();
    const refuse = (value: unknown): void => {
      if (value instanceof SharedArrayBuffer) throw new TypeError('A SharedArrayBuffer could not be cloned');
      if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) refuse(inner);
    };
    return [
      left,
      {
        send(message) {
          refuse(message);
          right.send(message);
        },
        onMessage: (listener) => right.onMessage(listener),
        onClose: (listener) => right.onClose(listener),
        close: () => right.close(),
      },
    ];
  },
};

describe('over a port that clones less than structuredClone', () => {
  test('an error whose data is refused arrives without it', async () => {
    const { asking } = connect(strictPair, {
      methods: {
        fail() {
          const cause = Object.assign(new Error('inner'), { data: new SharedArrayBuffer(1) });
          throw Object.assign(new Error('kept', { cause }), { code: 'network', data: new SharedArrayBuffer(1) });
        },
      },
    });
    const thrown = await rejection(asking.call('fail', null, { deadlineMs: 2000 }));
    expect(thrown).toMatchObject({ name: 'Error', message: 'kept', code: 'network', data: undefined });
    expect(thrown.stack).toContain('not-cloneable.test.ts');
  });

  test('a port that takes nothing any more is not tried for ever', async () => {
    const dropped: string[] = [];
    const [pair] = portPairs;
    if (!pair) throw new Error('There is no pair');
    const { answering, asking } = connect(
      {
        create() {
          const [left, right] = pair.create();
          const broken = {
            ...left,
            send: () => {
              throw new Error('The channel is closed');
            },
          };
          return [
            right,
            {
              ...broken,
              onMessage: (listener) => left.onMessage(listener),
              onClose: (listener) => left.onClose(listener),
              close: () => left.close(),
            },
          ];
        },
      },
      { methods: { echo: (value) => value }, onBadMessage: (why) => void dropped.push(why) },
    );
    asking.call('echo', 1).catch(() => undefined);
    await vi.waitFor(() =>
      expect(dropped).toEqual(['An error could not be sent: The result cannot be sent: The channel is closed']),
    );
    expect(answering.isClosed).toBe(false);
  });
});
