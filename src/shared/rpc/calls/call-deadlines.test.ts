import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeAll, connect, rejection } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';
import { CallDeadlines } from './call-deadlines.ts';

/** Fake clocks: independent of the machine's speed, the test advances the time. */
const clocks = { toFake: ['setTimeout', 'clearTimeout', 'performance'] } satisfies Parameters<
  typeof vi.useFakeTimers
>[0];

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  closeAll();
});

describe.each(portPairs)('deadlines over $name', (pair) => {
  test('a call that is not answered in time fails with "timeout", never early, and the handler is aborted', async () => {
    let signal: AbortSignal | undefined;
    const { asking } = connect(pair, {
      methods: {
        forever(_, context) {
          signal = context.signal;
          return new Promise(() => undefined);
        },
      },
    });
    vi.useFakeTimers(clocks);
    const failed = rejection(asking.call('forever', null, { deadlineMs: 100 }));
    vi.advanceTimersByTime(99);
    expect(asking.pendingCount).toBe(1);
    vi.advanceTimersByTime(100);
    expect(await failed).toMatchObject({
      name: 'RpcError',
      code: 'timeout',
      message: 'forever did not answer within 0.1 s',
    });
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    expect(asking.pendingCount).toBe(0);
  });

  test('a call that is answered in time keeps its answer after the deadline has passed', async () => {
    const { asking } = connect(pair, { methods: { echo: (n) => n, forever: () => new Promise(() => undefined) } });
    vi.useFakeTimers(clocks);
    const answers = await Promise.all([1, 2, 3].map((n) => asking.call('echo', n, { deadlineMs: 20 })));
    const late = expect(asking.call('forever', null, { deadlineMs: 60 })).rejects.toMatchObject({ code: 'timeout' });
    vi.advanceTimersByTime(200);
    await late;
    expect(answers).toEqual([1, 2, 3]);
    expect(asking.statistics.errors).toBe(1);
  });

  test('a thousand deadlines in one slot all expire', async () => {
    const { asking } = connect(pair, { methods: { forever: () => new Promise(() => undefined) } });
    vi.useFakeTimers(clocks);
    const calls = Array.from({ length: 1000 }, () => asking.call('forever', null, { deadlineMs: 30 }));
    vi.advanceTimersByTime(200);
    const settled = await Promise.allSettled(calls);
    expect(settled.every((result) => result.status === 'rejected' && result.reason.code === 'timeout')).toBe(true);
  });
});

describe('CallDeadlines', () => {
  beforeEach(() => void vi.useFakeTimers(clocks));

  test('expire in their order and not before their time', () => {
    const deadlines = new CallDeadlines();
    const startedAt = performance.now();
    const expired: [delay: number, after: number][] = [];
    for (const delay of [220, 0, 120, 60, 1]) {
      deadlines.add(performance.now() + delay, () => expired.push([delay, performance.now() - startedAt]));
    }
    vi.advanceTimersByTime(300);
    expect(expired).toHaveLength(5);
    expect(expired.map(([delay]) => delay).toSorted((a, b) => a - b)).toEqual([0, 1, 60, 120, 220]);
    expect(expired.at(-1)?.[0]).toBe(220);
    for (const [delay, after] of expired) expect(after).toBeGreaterThanOrEqual(delay);
  });

  test('a clock that is set forward or back changes nothing', () => {
    const deadlines = new CallDeadlines();
    const clock = vi.spyOn(Date, 'now');
    const expired: string[] = [];
    deadlines.add(performance.now() + 3_600_000, () => expired.push('in an hour'));
    deadlines.add(performance.now() + 60, () => expired.push('soon'));
    clock.mockReturnValue(8_640_000_000_000);
    vi.advanceTimersByTime(150);
    expect(expired).toEqual(['soon']);
    clock.mockReturnValue(0);
    deadlines.add(performance.now() + 60, () => expired.push('next'));
    vi.advanceTimersByTime(150);
    expect(expired).toEqual(['soon', 'next']);
    deadlines.clear();
  });

  test('an undone deadline does not expire, and undoing twice does not touch a later one of the same slot', () => {
    const deadlines = new CallDeadlines();
    const expired: string[] = [];
    const undo = deadlines.add(performance.now() + 100, () => expired.push('first'));
    undo();
    deadlines.add(performance.now() + 100, () => expired.push('second'));
    undo();
    vi.advanceTimersByTime(200);
    expect(expired).toEqual(['second']);
  });

  test('clear forgets them all, and later ones still expire', () => {
    const deadlines = new CallDeadlines();
    const expired: string[] = [];
    deadlines.add(performance.now() + 1, () => expired.push('cleared'));
    deadlines.clear();
    deadlines.add(performance.now() + 60, () => expired.push('kept'));
    vi.advanceTimersByTime(150);
    expect(expired).toEqual(['kept']);
  });

  test('a deadline that expires may add another', () => {
    const deadlines = new CallDeadlines();
    const expired: string[] = [];
    deadlines.add(performance.now() + 0, () => {
      expired.push('one');
      deadlines.add(performance.now() + 0, () => expired.push('two'));
    });
    vi.advanceTimersByTime(150);
    expect(expired).toEqual(['one', 'two']);
  });

  test('a deadline further off than a timer can hold neither expires nor spins', () => {
    const deadlines = new CallDeadlines();
    const expired: string[] = [];
    const timers = vi.spyOn(globalThis, 'setTimeout');
    deadlines.add(performance.now() + 2 ** 40, () => expired.push('far'));
    deadlines.add(Number.POSITIVE_INFINITY, () => expired.push('never'));
    const before = timers.mock.calls.length;
    vi.advanceTimersByTime(1000);
    // A spinning timer would add one per turn.
    expect(timers).toHaveBeenCalledTimes(before);
    expect(expired).toEqual([]);
    deadlines.clear();
  });
});
