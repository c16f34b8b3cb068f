import { expect, test, vi } from 'vitest';
import { createTaskLimit } from './task-limit.ts';

test('so many run at once, the others follow in their order, and one that fails makes room as well', async () => {
  const take = createTaskLimit(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const tasks = Array.from({ length: 6 }, (_, n) =>
    take(async () => {
      begun.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (n === 0) throw new Error('failed');
      return n;
    }),
  );
  const outcome = Promise.allSettled(tasks);
  await vi.waitFor(() => expect(begun).toEqual([0, 1]));
  for (let count = 3; count <= 6; count += 1) {
    ends.shift()?.();
    await vi.waitFor(() => expect(begun).toHaveLength(count));
  }
  for (const end of ends) end();
  expect((await outcome).map(({ status }) => status)).toEqual(['rejected', ...Array(5).fill('fulfilled')]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
});

test('one whose signal aborts while it waits is not kept waiting, and takes nobody’s turn', async () => {
  const take = createTaskLimit(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = take(() => promise);
  const abort = new AbortController();
  const cancelled = take(() => Promise.reject(abort.signal.reason), abort.signal);
  const last = take(async () => 'last');
  abort.abort(new Error('given up'));
  await expect(cancelled).rejects.toThrow('given up');
  resolve();
  await first;
  expect(await last).toBe('last');
});
