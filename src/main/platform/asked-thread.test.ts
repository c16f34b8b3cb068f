import { expect, test } from 'vitest';
import { createAskedThread, isThreadBusy } from './asked-thread.ts';

const createThread = (longest: number) =>
  createAskedThread<string, string>({
    name: 'asked-thread.fixture',
    directory: import.meta.dirname,
    filename: import.meta.filename,
    longest,
    memory: 64,
  });

test('a sign of life is no answer, and a thread that fails or ends is told and replaced', async () => {
  const ask = createThread(60_000);
  expect(await ask('first')).toBe('first, answered');
  await expect(ask('fail')).rejects.toThrow('it failed');
  expect(await ask('second')).toBe('second, answered');
  await expect(ask('end')).rejects.toThrow('asked-thread.fixture ended.');
  const [third, fourth] = await Promise.all([ask('third'), ask('fourth')]);
  expect([third, fourth]).toEqual(['third, answered', 'fourth, answered']);
});

test('one that does not answer is ended, and may keep the process from its end until it is gone', async () => {
  await expect.poll(isThreadBusy).toBe(false);
  await expect(createThread(100)('hang')).rejects.toMatchObject({ code: 'timeout' });
  expect(isThreadBusy()).toBe(true);
  await expect.poll(isThreadBusy).toBe(false);
});
