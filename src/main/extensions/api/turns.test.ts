import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('so many run at once for each key, the others follow in order, and one that is aborted never runs', async () => {
  const turns = createTurns(2);
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const controller = new AbortController();
  const run = (key: string, name: string, signal = new AbortController().signal) =>
    turns.take(key, signal, () => {
      started.push(name);
      return new Promise<void>((resolve) => finish.push(resolve));
    });
  const all = [run('a', '1'), run('a', '2'), run('a', '3', controller.signal), run('a', '4'), run('b', 'b1')];
  expect(started).toEqual(['1', '2', 'b1']);
  controller.abort();
  await expect(all[2]).rejects.toMatchObject({ name: 'AbortError' });
  finish[0]?.();
  await all[0];
  expect(started).toEqual(['1', '2', 'b1', '4']);
  for (const one of finish) one();
  finish.at(-1)?.();
  await Promise.all([all[1], all[3], all[4]]);
});

test('a task that fails frees its turn', async () => {
  const turns = createTurns(1);
  const { signal } = new AbortController();
  const failing = turns.take('a', signal, () => Promise.reject(new Error('no')));
  const next = turns.take('a', signal, async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
