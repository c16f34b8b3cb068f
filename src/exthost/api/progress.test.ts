import { describe, expect, test, vi } from 'vitest';
import { connectContext } from '../test-support/connect-context.ts';

/** A context with a main like the real one: `progress.start` is pending until it is cancelled or ended. */
function shown() {
  const open = new Map<string, (isCancelled: boolean) => void>();
  const connected = connectContext({
    'progress.start': ({ id }) => new Promise((resolve) => void open.set(id, resolve)),
    'progress.end': ({ id }) => {
      open.get(id)?.(false);
      open.delete(id);
      return null;
    },
  });
  const cancel = () => {
    for (const answer of open.values()) answer(true);
  };
  return { ...connected, open, cancel, withProgress: connected.context.window.withProgress };
}

describe('progress', () => {
  test('is shown until the task settles, and gives what the task gives', async () => {
    const { withProgress, open, asked } = shown();
    const value = await withProgress({ title: 'Counting' }, async (progress, signal) => {
      await vi.waitFor(() => expect(open.size).toBe(1));
      progress.report({ message: 'half', fraction: 0.5 });
      expect(signal.aborted).toBe(false);
      return 42;
    });
    expect(value).toBe(42);
    await vi.waitFor(() => expect(open.size).toBe(0));
    expect(asked).toEqual([
      ['progress.start', { id: '1', title: 'Counting', isCancellable: false }],
      ['progress.report', { id: '1', message: 'half', fraction: 0.5 }],
      ['progress.end', { id: '1' }],
    ]);
  });

  test.each([
    [
      'throws at once',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('no'))],
  ])('ends when the task %s', async (_how, task) => {
    const { withProgress, open, asked } = shown();
    await expect(withProgress({ title: 'Counting' }, task)).rejects.toThrow('no');
    await vi.waitFor(() => expect(asked).toContainEqual(['progress.end', { id: '1' }]));
    expect(open.size).toBe(0);
  });

  test('aborts the task when the person cancels it, with a reason that says so', async () => {
    const { withProgress, open, cancel } = shown();
    const running = withProgress({ title: 'Counting', isCancellable: true }, async (_progress, signal) => {
      await vi.waitFor(() => expect(open.size).toBe(1));
      cancel();
      await new Promise((resolve) => void signal.addEventListener('abort', resolve));
      throw signal.reason;
    });
    await expect(running).rejects.toMatchObject({ code: 'cancelled', message: 'The person cancelled "Counting"' });
    await vi.waitFor(() => expect(open.size).toBe(0));
  });

  test('does not abort a task that ended by itself', async () => {
    const { withProgress, asked } = shown();
    const signal = await withProgress({ title: 'Counting' }, async (_progress, own) => own);
    await vi.waitFor(() => expect(asked.at(-1)?.[0]).toBe('progress.end'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(signal.aborted).toBe(false);
  });

  test('aborts the task when main is gone', async () => {
    const { withProgress, open, main } = shown();
    const running = withProgress({ title: 'Counting' }, async (_progress, signal) => {
      await vi.waitFor(() => expect(open.size).toBe(1));
      main.close();
      await new Promise((resolve) => void signal.addEventListener('abort', resolve));
      return signal.reason;
    });
    expect(await running).toMatchObject({ code: 'closed' });
  });

  test('keeps what is reported within bounds, and hears nothing after the end', async () => {
    const { withProgress, asked } = shown();
    const late = await withProgress({ title: 'Counting' }, async (progress) => {
      for (const fraction of [0.1 * 3 + 0.8, -1, Number.NaN]) progress.report({ fraction });
      return progress;
    });
    late.report({ message: 'late' });
    await vi.waitFor(() => expect(asked.at(-1)?.[0]).toBe('progress.end'));
    const reports = asked.filter(([name]) => name === 'progress.report');
    expect(reports.map(([, params]) => (params as { fraction: number }).fraction)).toEqual([1, 0, 0]);
  });

  test('that cannot be shown does not stop the task', async () => {
    const { withProgress, logged } = shown();
    expect(await withProgress({ title: 'x'.repeat(1000) }, async () => 'done')).toBe('done');
    await vi.waitFor(() => expect(logged().join()).toContain('Progress of "xxx'));
  });
});
