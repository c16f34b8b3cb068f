import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeAll, collect, connect, connectBare, gate, rejection } from './test-support/connect.ts';
import { portPairs } from './test-support/port-pairs.ts';
import { Kind } from './wire/wire.ts';

afterEach(() => {
  vi.useRealTimers();
  closeAll();
});

describe.each(portPairs)('traffic over $name', (pair) => {
  function watched() {
    const seen: Record<'asking' | 'answering', unknown[][]> = { asking: [], answering: [] };
    const { asking } = connect(
      pair,
      {
        methods: {
          echo: (value) => value,
          fails: () => {
            throw new Error('no');
          },
          forever: () => new Promise(() => undefined),
        },
        streams: {
          async *count() {
            yield 1;
          },
        },
        onTraffic: (...message) => void seen.answering.push(message),
      },
      { onTraffic: (...message) => void seen.asking.push(message) },
    );
    const names = (side: 'asking' | 'answering') => seen[side].map((message) => message.slice(0, 3).join(' '));
    return { asking, seen, names };
  }

  test('each message is told of on both sides, with kind and name', async () => {
    const { asking, names } = watched();
    asking.notify('echo', 1);
    await asking.call('echo', 2);
    await rejection(asking.call('fails', null));
    await collect(asking.stream('count', null));
    const abort = new AbortController();
    const cancelled = rejection(asking.call('forever', null, { signal: abort.signal }));
    await asking.call('echo', 3);
    abort.abort();
    await cancelled;
    await asking.call('echo', 4);
    const sent = (direction: string, back: string) => [
      `${direction} notify echo`,
      `${direction} request echo`,
      `${back} reply echo`,
      `${direction} request fails`,
      `${back} error fails`,
      `${direction} open-stream count`,
      `${back} chunk count`,
      `${back} end count`,
      `${direction} request forever`,
      `${direction} request echo`,
      `${back} reply echo`,
      `${direction} cancel forever`,
      `${direction} request echo`,
      `${back} reply echo`,
    ];
    expect(names('asking')).toEqual(sent('out', 'in'));
    expect(names('answering')).toEqual(sent('in', 'out'));
  });

  test('credit is told of under the name of its stream', async () => {
    const { asking, names } = watched();
    await collect(asking.stream('count', null, { credit: 1 }));
    expect(names('asking')).toContain('out credit count');
    expect(names('answering')).toContain('in credit count');
  });

  test('the size follows the content, and nothing of the content is told', async () => {
    const { asking, seen } = watched();
    await asking.call('echo', 'secret'.repeat(1000));
    for (const [, , , size] of [...seen.asking, ...seen.answering]) {
      expect(size).toBeGreaterThan(6000);
      expect(size).toBeLessThan(6200);
    }
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  test('what was never sent and what is no message is not told of', async () => {
    const seen: unknown[] = [];
    const { bare, peer, dropped } = connectBare(pair, { onTraffic: (...message) => void seen.push(message) });
    await rejection(peer.call('x', () => 1));
    bare.send([0, 0, ['rubbish']]);
    bare.send([0, 0, [Kind.reply, 77, null]]);
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    expect(dropped).toHaveLength(1);
    expect(seen).toEqual([['in', 'reply', undefined, expect.any(Number)]]);
  });
});

describe.each(portPairs)('statistics over $name', (pair) => {
  test('count calls, errors and what is pending, and name the last call', async () => {
    const { promise, open } = gate();
    const { asking } = connect(pair, {
      methods: {
        echo: (value) => value,
        slow: () => promise,
        fails: () => {
          throw new Error('no');
        },
      },
      streams: {
        async *waits() {
          await promise;
          yield 1;
        },
      },
    });
    expect(asking.statistics).toEqual({ calls: 0, errors: 0, pending: 0, meanMs: 0, p95Ms: 0, badMessages: 0 });
    await asking.call('echo', 1);
    await rejection(asking.call('fails', null));
    expect(asking.statistics).toMatchObject({ calls: 2, errors: 1, pending: 0, lastCall: 'fails' });

    const slow = asking.call('slow', null);
    const stream = collect(asking.stream('waits', null));
    expect(asking.statistics).toMatchObject({ calls: 4, pending: 2, lastCall: 'waits' });
    await asking.call('echo', 2);
    // The last of the unanswered calls, not the one that was answered since.
    expect(asking.statistics).toMatchObject({ calls: 5, pending: 2, lastCall: 'waits' });
    open();
    await Promise.all([slow, stream]);
    expect(asking.statistics).toMatchObject({ calls: 5, errors: 1, pending: 0, lastCall: 'echo' });
    expect(asking.statistics.p95Ms).toBeGreaterThanOrEqual(asking.statistics.meanMs / 2);
    expect(asking.statistics.meanMs).toBeGreaterThan(0);
  });

  test('a cancelled caller is no error, a deadline is, and what was never sent does not count', async () => {
    const { asking } = connect(pair, { methods: { forever: () => new Promise(() => undefined) } });
    const abort = new AbortController();
    const cancelled = rejection(asking.call('forever', null, { signal: abort.signal }));
    abort.abort();
    await cancelled;
    expect(asking.statistics).toMatchObject({ calls: 1, errors: 0, lastCall: 'forever' });
    await rejection(asking.call('forever', null, { deadlineMs: 1 }));
    expect(asking.statistics).toMatchObject({ calls: 2, errors: 1 });
    await rejection(asking.call('other', null, { signal: AbortSignal.abort() }));
    expect(asking.statistics).toMatchObject({ calls: 2, errors: 1, lastCall: 'forever' });
  });

  test('mean and p95 are of the last hundred answers', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { asking } = connect(pair, {
      methods: {
        slow: () => void vi.advanceTimersByTime(30),
        quick: () => void vi.advanceTimersByTime(1),
      },
    });
    for (let n = 0; n < 10; n += 1) await asking.call('slow', null);
    expect(asking.statistics).toMatchObject({ meanMs: 30, p95Ms: 30 });
    for (let n = 0; n < 100; n += 1) await asking.call('quick', null);
    expect(asking.statistics).toMatchObject({ meanMs: 1, p95Ms: 1 });
    expect(asking.statistics).toMatchObject({ calls: 110, errors: 0 });
  });

  test('the close leaves them as they were, so that a crash can name the last call', async () => {
    const { asking } = connect(pair, {
      methods: { echo: (value) => value, hangs: () => new Promise(() => undefined) },
    });
    const hanging = rejection(asking.call('hangs', null));
    await asking.call('echo', 1);
    asking.close(new Error('crashed'));
    await hanging;
    expect(asking.statistics).toMatchObject({ calls: 2, errors: 1, pending: 0, lastCall: 'hangs' });
  });

  test('bad messages are among them', async () => {
    const { bare, peer } = connectBare(pair, {});
    bare.send('rubbish');
    await vi.waitFor(() => expect(peer.statistics.badMessages).toBe(1));
  });
});
