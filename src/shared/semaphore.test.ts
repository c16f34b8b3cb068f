import { describe, expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const never = new AbortController().signal;
/** Lets resolved promises run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function waiter(queue: Semaphore, signal = never) {
  const positions: number[] = [];
  const state: { end: (() => void) | null; thrown: unknown } = { end: null, thrown: null };
  queue
    .begin(signal, (before) => positions.push(before))
    .then(
      (end) => {
        state.end = end;
      },
      (thrown) => {
        state.thrown = thrown;
      },
    );
  return { positions, state };
}

describe('a semaphore', () => {
  test('so many go at once, the others in their order, and each hears how many are before it', async () => {
    const queue = new Semaphore(2);
    const all = [1, 2, 3, 4, 5].map(() => waiter(queue));
    await settle();
    expect(all.map(({ state }) => state.end !== null)).toEqual([true, true, false, false, false]);
    expect(all.map(({ positions }) => positions)).toEqual([[], [], [0], [1], [2]]);
    all[0]?.state.end?.();
    // Ending twice frees only one place.
    all[0]?.state.end?.();
    await settle();
    expect(all.map(({ state }) => state.end !== null)).toEqual([true, true, true, false, false]);
    expect(all[4]?.positions).toEqual([2, 1]);
    all[1]?.state.end?.();
    all[2]?.state.end?.();
    await settle();
    expect(all.every(({ state }) => state.end !== null)).toBe(true);
  });

  test('who gives up leaves the queue, and the others move up', async () => {
    const queue = new Semaphore(1);
    const first = waiter(queue);
    const controller = new AbortController();
    const second = waiter(queue, controller.signal);
    const third = waiter(queue);
    await settle();
    controller.abort(new Error('stopped'));
    await settle();
    expect(second.state.thrown).toEqual(new Error('stopped'));
    expect(third.positions).toEqual([1, 0]);
    first.state.end?.();
    await settle();
    expect(second.state.end).toBeNull();
    expect(third.state.end).not.toBeNull();
    // Aborted before the call: it takes no place.
    expect(waiter(queue, controller.signal).positions).toEqual([]);
    third.state.end?.();
    const fourth = waiter(queue);
    await settle();
    expect(fourth.state.end).not.toBeNull();
  });
});
