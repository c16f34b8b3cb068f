import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMemoryPorts } from './memory-port.ts';
import type { TransferablePort } from './port.ts';
import { closeAll, connect, connectBare, gate, rejection } from './test-support/connect.ts';
import { portPairs } from './test-support/port-pairs.ts';
import { Kind } from './wire.ts';

afterEach(closeAll);

describe.each(portPairs)('ports handed over on $name', (pair) => {
  /** Our end of a new port, what it has heard, and the end to hand over. */
  function createLine() {
    const [ours, theirs] = pair.createTransferable();
    const near = pair.adopt(ours);
    const heard: unknown[] = [];
    const onClose = vi.fn();
    near.onClose(onClose);
    near.onMessage((message) => void heard.push(message));
    return { near, theirs, heard, onClose };
  }
  const close = (port: TransferablePort) => port.close();

  test.each(['call', 'notify'] as const)(
    'a port that goes with a %s works in the hands of the handler',
    async (way) => {
      const { asking } = connect(pair, {
        methods: {
          take(params, { ports }) {
            const port = pair.adopt(ports[0]);
            port.onMessage((message) => port.send([params, message]));
            return ports.length;
          },
        },
      });
      const { near, theirs, heard } = createLine();
      if (way === 'call') expect(await asking.call('take', 'kept', { transfer: [theirs] })).toBe(1);
      else asking.notify('take', 'kept', { transfer: [theirs] });
      near.send('hello');
      await vi.waitFor(() => expect(heard).toEqual([['kept', 'hello']]));
      near.close();
    },
  );

  test('it keeps its order among the others, in a port message of its own', async () => {
    const seen: unknown[] = [];
    const { asking } = connect(pair, {
      methods: {
        say(n, { ports }) {
          seen.push([n, ports.length]);
          ports.forEach(close);
        },
        ports: (n, { ports }) => void seen.push([n, ports.length]),
      },
    });
    const lines = [createLine(), createLine(), createLine()];
    const [one, two, three] = lines.map(({ theirs }) => theirs);
    asking.notify('say', 1);
    asking.notify('say', 2, { transfer: [one, two] as TransferablePort[] });
    asking.notify('say', 3);
    asking.notify('say', 4, { transfer: [three] as TransferablePort[] });
    await asking.call('say', 5);
    expect(seen).toEqual([
      [1, 0],
      [2, 2],
      [3, 0],
      [4, 1],
      [5, 0],
    ]);
    expect(asking.oldestUnacknowledgedAt).toBeUndefined();
  });

  test.each([
    ['that nobody offers', 'missing'],
    ['whose handler does not look at it', 'ignores'],
    ['whose handler fails before it looks', 'fails'],
  ])('a port that comes with a call %s is closed, and so with a notification', async (_what, method) => {
    const { asking } = connect(pair, {
      methods: {
        ignores: async () => 'done',
        fails: () => {
          throw new Error('no');
        },
      },
    });
    const called = createLine();
    const notified = createLine();
    await asking.call(method, null, { transfer: [called.theirs] }).catch(() => undefined);
    asking.notify(method, null, { transfer: [notified.theirs] });
    await vi.waitFor(() => expect(called.onClose).toHaveBeenCalled());
    await vi.waitFor(() => expect(notified.onClose).toHaveBeenCalled());
  });

  test('a port stays open while its handler runs, and after it when it was taken', async () => {
    const { promise, open } = gate();
    let taken: readonly TransferablePort[] = [];
    const { asking } = connect(pair, {
      methods: {
        async late(_, context) {
          await promise;
          taken = context.ports;
        },
      },
    });
    const { near, theirs, heard, onClose } = createLine();
    const call = asking.call('late', null, { transfer: [theirs] });
    open();
    await call;
    const port = pair.adopt(taken[0]);
    port.onMessage((message) => port.send(message));
    near.send('still open');
    await vi.waitFor(() => expect(heard).toEqual(['still open']));
    expect(onClose).not.toHaveBeenCalled();
    near.close();
  });

  test.each([
    ['no batch', 'rubbish', 'not a batch of messages'],
    ['no message', [0, 0, 'rubbish'], 'ports without a call that could take them'],
    ['nothing', [0, 0], 'ports without a call that could take them'],
    ['an answer', [0, 0, [Kind.reply, 1, null]], 'ports without a call that could take them'],
    [
      'several calls',
      [0, 0, [Kind.notify, 'take', null], [Kind.notify, 'take', null]],
      'ports without a call that could take them',
    ],
  ])('a port that comes with %s is closed, and counted as a bad message', async (_what, message, reason) => {
    const seen: number[] = [];
    const { bare, peer, dropped } = connectBare(pair, {
      methods: { take: (_, { ports }) => void seen.push(ports.length) },
    });
    const { theirs, onClose } = createLine();
    bare.send(message, [theirs]);
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(dropped).toContain(reason);
    expect(peer.badMessageCount).toBe(dropped.length);
    expect(seen.every((count) => count === 0)).toBe(true);
  });

  test('an argument that cannot be sent is an error, and the port stays with the caller', async () => {
    const { asking } = connect(pair, { methods: { take: () => 'taken' } });
    const { near, theirs, onClose } = createLine();
    const thrown = await rejection(asking.call('take', () => 1, { transfer: [theirs] }));
    expect(thrown).toMatchObject({ name: 'RpcError', code: 'not-cloneable' });
    expect(asking.pendingCount).toBe(0);
    expect(onClose).not.toHaveBeenCalled();
    const port = pair.adopt(theirs);
    port.onMessage((message) => port.send(message));
    near.close();
  });

  test('what cannot be handed over is an error for the caller, and its neighbours are sent', async () => {
    const { asking } = connect(pair, { methods: { echo: (value) => value } });
    const settled = await Promise.allSettled([
      asking.call('echo', 1),
      asking.call('echo', 2, { transfer: [{ close: () => undefined }] }),
      asking.call('echo', 3),
    ]);
    expect(settled.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code))).toEqual([
      1,
      'not-cloneable',
      3,
    ]);
  });

  test('a cancelled or closed caller keeps its port', async () => {
    const { asking } = connect(pair, { methods: { take: () => 1 } });
    const { near, theirs, onClose } = createLine();
    await rejection(asking.call('take', null, { transfer: [theirs], signal: AbortSignal.abort() }));
    asking.close();
    await rejection(asking.call('take', null, { transfer: [theirs] }));
    asking.notify('take', null, { transfer: [theirs] });
    await Promise.resolve();
    expect(onClose).not.toHaveBeenCalled();
    near.close();
  });
});

test('a port that arrives at a closed peer is closed', () => {
  const [near, far] = createMemoryPorts();
  let receive: ((message: unknown, ports?: readonly TransferablePort[]) => void) | undefined;
  const { peer } = connectBare(
    {
      create: () => [
        near,
        {
          send: (message) => far.send(message),
          onMessage: (listener) => {
            receive = listener;
          },
          onClose: () => undefined,
          close: () => undefined,
        },
      ],
    },
    {},
  );
  peer.close();
  const close = vi.fn();
  receive?.([0, 0], [{ close }]);
  expect(close).toHaveBeenCalledOnce();
});
