import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { portWindow } from '../../../shared/contract/extensions/port-window.ts';
import type { IncomingBatch } from '../../../shared/rpc/batches/intake.ts';
import { FairTurns } from './fair-turns.ts';
import type { PortLane } from './port-lane.ts';
import { turnLimits } from './turn-limits.ts';

const lanes: PortLane[] = [];
// Time only passes where a test lets it: the delays of a busy machine must not count.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => {
  for (const lane of lanes.splice(0)) lane.close();
  vi.useRealTimers();
});

function setUp(limits = turnLimits) {
  const turns = new FairTurns(limits);
  const overruns: string[] = [];
  const handled: string[] = [];
  const open = () => {
    const lane = turns.open(portWindow, (does) => overruns.push(does));
    lanes.push(lane);
    return lane;
  };
  /** @param eachMs time that each message takes */
  const batch = (name: string, messages: number, eachMs = 0, bytes = 100): IncomingBatch => {
    let left = messages;
    return {
      bytes,
      handleNext() {
        vi.advanceTimersByTime(eachMs);
        handled.push(name);
        left -= 1;
        return left > 0;
      },
    };
  };
  return { open, batch, handled, overruns };
}

describe('what comes over several ports', () => {
  test('is handled at once while main is free', () => {
    const { open, batch, handled } = setUp();
    open().take(batch('a', 3));
    expect(handled).toEqual(['a', 'a', 'a']);
  });

  test('comes in turns: a port with much to say does not hold up one with little, and lets the loop turn', async () => {
    const { open, batch, handled } = setUp();
    const [greedy, modest] = [open(), open()];
    greedy.take(batch('greedy', 60, 2));
    // As many as fit into this turn of the event loop.
    expect(handled).toEqual(['greedy', 'greedy']);
    modest.take(batch('modest', 1));
    await vi.waitFor(() => expect(handled).toHaveLength(61));
    expect(handled.indexOf('modest')).toBe(3);
  });

  test('keeps to the budget of its port, and is handled in the end', async () => {
    const perSecond = { ...turnLimits.perSecond, messages: 100 };
    const { open, batch, handled } = setUp({ ...turnLimits, perSecond, burst: 0.5 });
    const [greedy, modest] = [open(), open()];
    greedy.take(batch('greedy', 120));
    // Half a second's budget of a hundred messages.
    expect(handled).toHaveLength(50);
    modest.take(batch('modest', 1));
    expect(handled.at(-1)).toBe('modest');
    while (handled.length < 121) await vi.advanceTimersByTimeAsync(100);
  });

  test('answers are on the account of the port that they go to', async () => {
    const { open, batch, handled } = setUp({ ...turnLimits, perSecond: { ...turnLimits.perSecond, ms: 1 } });
    const lane = open();
    const send = () => {
      vi.advanceTimersByTime(60);
    };
    lane.charging({ send, onMessage() {}, onClose() {}, close() {} }).send('a large answer');
    lane.take(batch('a', 1));
    expect(handled).toEqual([]);
  });

  test.each([
    ['waits for something', () => new Promise((resolve) => setImmediate(resolve)), []],
    ['is async and waits for nothing', async () => null, ['a']],
    ['answers at once', () => null, ['a']],
  ])('that %s is charged as a task only if it waits', async (_what, handler, expected) => {
    const { open, batch, handled } = setUp({ ...turnLimits, perSecond: { ...turnLimits.perSecond, tasks: 1 } });
    const lane = open();
    await lane.chargingTasks(handler)(null, { signal: new AbortController().signal });
    await new Promise((resolve) => setImmediate(resolve));
    lane.take(batch('a', 1));
    expect(handled).toEqual(expected);
  });

  test('goes no further when the port was closed by what it said', async () => {
    const { open, handled, overruns } = setUp();
    const lane = open();
    lane.take({
      bytes: 1,
      handleNext() {
        handled.push('last');
        lane.close();
        return true;
      },
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(handled).toEqual(['last']);
    expect(overruns).toEqual([]);
  });
});

describe('a port that goes beyond its window', () => {
  /** A lane that has used up its budget, so that further messages wait. */
  function full() {
    const all = setUp({ ...turnLimits, perSecond: { ...turnLimits.perSecond, ms: 0.001 } });
    const lane = all.open();
    lane.take(all.batch('first', 1, 1));
    all.handled.length = 0;
    return { ...all, lane };
  }

  test('in batches is told of once, and nothing more of it is handled', async () => {
    const { lane, batch, overruns, handled } = full();
    for (let n = 0; n < portWindow.batches; n += 1) lane.take(batch('more', 1));
    expect(overruns).toEqual([]);
    for (let n = 0; n < 5; n += 1) lane.take(batch('too much', 1));
    expect(overruns).toEqual(['went on sending without waiting for the app']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(handled).toEqual([]);
  });

  test('in bytes is told of as well', () => {
    const { lane, batch, overruns } = full();
    for (let n = 0; n < 3; n += 1) lane.take(batch('large', 1, 0, portWindow.messageBytes));
    expect(overruns).toEqual(['went on sending without waiting for the app']);
  });

  test('begins where the window ends', () => {
    const { open, batch, overruns } = setUp();
    open().take(batch('just fits', 1, 0, portWindow.messageBytes));
    expect(overruns).toEqual([]);
    open().take(batch('large', 1, 0, portWindow.messageBytes + 1));
    expect(overruns).toEqual(['sent a message of 65 MB']);
  });

  test('with one message is told of with its size', () => {
    const { open, batch, overruns, handled } = setUp();
    open().take(batch('huge', 1, 0, 900 * 1024 ** 2));
    expect(overruns).toEqual(['sent a message of 900 MB']);
    expect(handled).toEqual([]);
  });

  test('with what is no message is told of after a hundred in a second', () => {
    const { open, overruns } = setUp();
    const lane = open();
    for (let n = 0; n < 100; n += 1) lane.bad();
    expect(overruns).toEqual([]);
    for (let n = 0; n < 3; n += 1) lane.bad();
    expect(overruns).toEqual(['kept sending what is no message']);
  });
});
