import { expect, test, vi } from 'vitest';
import { createKeyedLimit } from './keyed-limit.ts';

test('so many run at once for each key, the others follow in order, and one that is aborted never runs', async () => {
  const limit = createKeyedLimit(2, 10);
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const controller = new AbortController();
  const run = (key: string, name: string, signal = new AbortController().signal) =>
    limit.take(key, signal, () => {
      started.push(name);
      return new Promise<void>((resolve) => finish.push(resolve));
    });
  const all = [run('a', '1'), run('a', '2'), run('a', '3', controller.signal), run('a', '4'), run('b', 'b1')];
  await vi.waitFor(() => expect(started).toEqual(['1', '2', 'b1']));
  controller.abort();
  await expect(all[2]).rejects.toMatchObject({ name: 'AbortError' });
  finish[0]?.();
  await all[0];
  await vi.waitFor(() => expect(started).toEqual(['1', '2', 'b1', '4']));
  for (const one of finish) one();
  finish.at(-1)?.();
  await Promise.all([all[1], all[3], all[4]]);
});

test('a task that fails frees its turn', async () => {
  const limit = createKeyedLimit(1, 10);
  const { signal } = new AbortController();
  const failing = limit.take('a', signal, () => Promise.reject(new Error('no')));
  const next = limit.take('a', signal, async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('so many of each key wait, and those beyond are refused until one has left', async () => {
  const limit = createKeyedLimit(1, 2);
  const { signal } = new AbortController();
  const leaving = new AbortController();
  const end = await limit.begin('a', signal);
  const waiting = limit.begin('a', signal);
  const left = limit.begin('a', leaving.signal);
  await expect(limit.begin('a', signal)).rejects.toMatchObject({
    code: 'invalid-request',
    message: '2 calls of this kind wait already. Wait until some have ended.',
  });
  (await limit.begin('b', signal))();
  leaving.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  const last = limit.begin('a', signal);
  end();
  (await waiting)();
  (await last)();
});
