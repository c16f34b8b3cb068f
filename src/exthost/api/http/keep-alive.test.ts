import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAlive } from './keep-alive.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The items with the times of their arrival. */
async function timed(items: AsyncIterable<string>, passes = () => vi.runAllTimersAsync()) {
  const seen: [number, string][] = [];
  const begin = Date.now();
  const read = (async () => {
    for await (const item of items) seen.push([Date.now() - begin, item]);
  })();
  const failed = read.then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  await passes();
  return { seen, failed: await failed };
}

test('a sign comes whenever nothing came for so long, at the beginning too', async () => {
  async function* source() {
    await after(25);
    yield 'a';
    await after(9);
    yield 'b';
    await after(12);
  }
  expect((await timed(keepAlive(source(), () => '…', 10))).seen).toEqual([
    [10, '…'],
    [20, '…'],
    [25, 'a'],
    [34, 'b'],
    [44, '…'],
  ]);
});

test('20 seconds are the rule, and no clock runs on afterwards', async () => {
  async function* source() {
    await after(30_000);
    yield 'a';
  }
  const passes = () => vi.advanceTimersByTimeAsync(30_000);
  expect(
    (
      await timed(
        keepAlive(source(), () => '…'),
        passes,
      )
    ).seen,
  ).toEqual([
    [20_000, '…'],
    [30_000, 'a'],
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

test('it throws what its source throws, which is not asked to end then', async () => {
  const ended = vi.fn();
  const next = async (): Promise<IteratorResult<string>> => {
    await after(15);
    throw new Error('Broken off.');
  };
  const source = { [Symbol.asyncIterator]: () => ({ next, return: ended }) };
  expect(await timed(keepAlive(source, () => '…', 10))).toEqual({ seen: [[10, '…']], failed: 'Broken off.' });
  expect(ended).not.toHaveBeenCalled();
});

test('its source is never asked twice at once', async () => {
  let asked = 0;
  let most = 0;
  let left = 3;
  const next = async (): Promise<IteratorResult<string>> => {
    asked += 1;
    most = Math.max(most, asked);
    await after(35);
    asked -= 1;
    left -= 1;
    return left < 0 ? { done: true, value: undefined } : { done: false, value: 'a' };
  };
  const { seen } = await timed(keepAlive({ [Symbol.asyncIterator]: () => ({ next }) }, () => '…', 10));
  expect(seen.filter(([, item]) => item === 'a')).toHaveLength(3);
  expect(most).toBe(1);
});

test('leaving ends the source: before the next item when one came, without waiting when none did', async () => {
  const ended: string[] = [];
  async function* source(name: string, wait: Promise<void>) {
    try {
      if (name === 'waiting') await wait;
      yield 'a';
    } finally {
      ended.push(name);
    }
  }
  for await (const _ of keepAlive(source('idle', Promise.resolve()), () => '…', 10)) break;
  expect(ended).toEqual(['idle']);

  let come = () => {};
  const wait = new Promise<void>((resolve) => {
    come = resolve;
  });
  const left = (async () => {
    for await (const item of keepAlive(source('waiting', wait), () => '…', 10)) return item;
    return null;
  })();
  await vi.advanceTimersByTimeAsync(10);
  expect(await left).toBe('…');
  expect(ended).toEqual(['idle']);
  come();
  await vi.waitFor(() => expect(ended).toEqual(['idle', 'waiting']));
});
