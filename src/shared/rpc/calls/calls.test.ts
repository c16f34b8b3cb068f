import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeAll, collect, connect, gate, rejection } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';

afterEach(closeAll);

describe.each(portPairs)('calls over $name', (pair) => {
  test('a call gets what the handler returns, whether it answers at once or later', async () => {
    const { asking } = connect(pair, {
      methods: {
        double: (n) => (n as number) * 2,
        later: async (n) => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          return `later ${n}`;
        },
      },
    });
    expect(await Promise.all([asking.call('double', 21), asking.call('later', 1)])).toEqual([42, 'later 1']);
    expect(asking.pendingCount).toBe(0);
  });

  test('both sides call and both handle', async () => {
    const { asking, answering } = connect(
      pair,
      { methods: { up: async (n) => `${await answering.call('down', n)}!` } },
      { methods: { down: (n) => `down ${n}` } },
    );
    expect(await asking.call('up', 1)).toBe('down 1!');
  });

  test('whatever structured clone carries arrives as it was', async () => {
    const { asking } = connect(pair, { methods: { echo: (value) => value } });
    await fc.assert(
      fc.asyncProperty(
        fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true }),
        async (value) => {
          expect(await asking.call('echo', value)).toEqual(structuredClone(value));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('undefined, null and a missing argument stay themselves', async () => {
    const { asking } = connect(pair, { methods: { echo: (value) => value, nothing: () => undefined } });
    expect(await asking.call('echo', undefined)).toBeUndefined();
    expect(await asking.call('echo', null)).toBeNull();
    expect(await asking.call('nothing', null)).toBeUndefined();
  });

  test('a ring arrives as a ring, as an argument and as a result', async () => {
    const { asking } = connect(pair, {
      methods: {
        turn(value) {
          const ring = value as { self: unknown };
          return { isRing: ring.self === ring, ring };
        },
      },
    });
    const ring: Record<string, unknown> = { name: 'ring' };
    ring.self = ring;
    const answer = (await asking.call('turn', ring)) as { isRing: boolean; ring: typeof ring };
    expect(answer.isRing).toBe(true);
    expect(answer.ring.self).toBe(answer.ring);
  });

  test('calls reach their handlers in the order they were made, notifications among them', async () => {
    const seen: unknown[] = [];
    const { asking } = connect(pair, { methods: { say: (n) => void seen.push(n) } });
    const numbers = Array.from({ length: 500 }, (_, n) => n);
    let last: Promise<unknown> = Promise.resolve();
    for (const n of numbers) {
      if (n % 3 === 0) asking.notify('say', n);
      else last = asking.call('say', n);
      if (n % 50 === 0) await Promise.resolve();
    }
    await last;
    expect(seen).toEqual(numbers);
  });

  test('a slow answer does not hold up the ones behind it', async () => {
    const { promise, open } = gate();
    const { asking } = connect(pair, { methods: { slow: () => promise, quick: () => 'quick' } });
    const slow = asking.call('slow', null);
    expect(await asking.call('quick', null)).toBe('quick');
    open();
    expect(await slow).toBeUndefined();
  });

  test('5,000 calls at once all settle with their own answers', async () => {
    const { promise, open } = gate();
    const { asking } = connect(pair, {
      methods: {
        async echo(n) {
          await promise;
          return n;
        },
      },
    });
    const calls = Array.from({ length: 5_000 }, (_, n) => asking.call('echo', n, { deadlineMs: 60_000 }));
    expect(asking.pendingCount).toBe(5_000);
    open();
    const answers = await Promise.all(calls);
    expect(answers.every((answer, n) => answer === n)).toBe(true);
    expect(asking.pendingCount).toBe(0);
  });

  test('a buffer of 8 MB arrives byte for byte', async () => {
    const { asking } = connect(pair, { methods: { echo: (value) => value } });
    const bytes = Buffer.alloc(8 * 1024 * 1024, 'seven b');
    bytes.writeUInt32LE(0xdecaf, bytes.length - 4);
    const echoed = await asking.call('echo', new Uint8Array(bytes));
    expect(Buffer.compare(echoed as Uint8Array, bytes)).toBe(0);
  });

  test('a method that is not offered is an error that names it', async () => {
    const { asking } = connect(pair, { methods: {} });
    await expect(asking.call('missing', null)).rejects.toMatchObject({
      code: 'unknown-method',
      message: 'There is no method missing',
    });
  });

  test.each(['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf', ''])(
    'the inherited name "%s" can be neither called nor opened',
    async (name) => {
      const { asking } = connect(pair, { methods: { own: () => 1 }, streams: {} });
      await expect(asking.call(name, null)).rejects.toMatchObject({ code: 'unknown-method' });
      await expect(asking.stream(name, null)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
        code: 'unknown-method',
      });
    },
  );

  test('a notification that fails or is not known is dropped with a word, and nothing is answered', async () => {
    const { asking, dropped, answers } = connect(pair, {
      methods: {
        bad: () => {
          throw new Error('no');
        },
        badLater: async () => {
          throw new Error('no again');
        },
        last: () => 'done',
      },
    });
    asking.notify('bad', null);
    asking.notify('badLater', null);
    asking.notify('unknown', null);
    await asking.call('last', null);
    await vi.waitFor(() => expect(dropped).toHaveLength(3));
    expect(dropped.toSorted()).toEqual(['bad failed: no', 'badLater failed: no again', 'there is no method unknown']);
    expect(answers).toHaveLength(1);
  });

  test('a notification’s handler is aborted when the port closes', async () => {
    let signal: AbortSignal | undefined;
    const { asking, answering } = connect(pair, {
      methods: {
        watch(_, context) {
          signal = context.signal;
        },
      },
    });
    asking.notify('watch', null);
    await vi.waitFor(() => expect(signal?.aborted).toBe(false));
    answering.close(new Error('enough'));
    expect(signal?.reason).toEqual(new Error('enough'));
  });
});

describe.each(portPairs)('a limit of what runs at once over $name', (pair) => {
  test('refuses calls, streams and notifications beyond it, and takes more when some have ended', async () => {
    const { promise, open } = gate();
    const handler = vi.fn(() => promise);
    const { asking, answering, dropped } = connect(pair, {
      maxRunning: 3,
      methods: { handler },
      streams: {
        async *stream() {
          await promise;
          yield 'item';
        },
      },
    });
    const stream = collect(asking.stream('stream', null));
    asking.notify('handler', null);
    const running = asking.call('handler', null);
    const message = 'handler: 3 calls run already. Wait until some have ended.';
    expect(await rejection(asking.call('handler', null))).toMatchObject({ code: 'overloaded', message });
    await expect(collect(asking.stream('stream', null))).rejects.toMatchObject({ code: 'overloaded' });
    asking.notify('handler', null);
    await vi.waitFor(() => expect(dropped).toEqual([message]));
    expect(handler).toHaveBeenCalledTimes(2);
    open();
    await Promise.all([running, stream]);
    await vi.waitFor(() => expect(answering.runningCount).toBe(0));
    await asking.call('handler', null);
    expect(handler).toHaveBeenCalledTimes(3);
  });
});
