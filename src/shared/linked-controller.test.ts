import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { LinkedController } from './linked-controller.ts';

describe('a linked controller', () => {
  test('aborts with the first of its signals, for its reason, and lets go of all', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const linked = new LinkedController([one.signal, other.signal]);
    other.abort('why');
    expect([linked.signal.aborted, linked.signal.reason]).toEqual([true, 'why']);
    expect(getEventListeners(one.signal, 'abort')).toEqual([]);
    expect(new LinkedController([one.signal, other.signal]).signal.reason).toBe('why');
  });

  test('aborts by itself without its signals, and follows nothing once it has ended', () => {
    const { signal, abort } = withAbort();
    const [aborted, ended] = [new LinkedController([signal], 1_000), new LinkedController([signal], 1_000)];
    aborted.abort();
    ended.end();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    abort();
    expect([aborted.signal.aborted, ended.signal.aborted]).toEqual([true, false]);
  });

  test('aborts when its time is over, as a timeout', () => {
    vi.useFakeTimers();
    try {
      const [late, ended] = [new LinkedController([], 50), new LinkedController([], 50)];
      ended.end();
      vi.advanceTimersByTime(50);
      expect([late.signal.reason?.name, ended.signal.aborted]).toEqual(['TimeoutError', false]);
    } finally {
      vi.useRealTimers();
    }
  });
});

function withAbort(): { signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
