import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ToolUse } from '../../../../shared/contract/provider.ts';
import { createGrowingCalls } from './growing-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const use = (id: string, length: number, isInputComplete = false): ToolUse => ({
  id,
  name: 'n',
  input: 'x'.repeat(length),
  isInputComplete,
});
const start = () => {
  const passed: ToolUse[] = [];
  return { passed, calls: createGrowingCalls((toolUse) => passed.push(toolUse)) };
};

test('a call that is told token by token takes a few times its length, and is passed on whole at once', () => {
  const { passed, calls } = start();
  for (let length = 0; length < 60_000; length += 12) {
    calls.add(use('a', length));
    vi.advanceTimersByTime(100);
  }
  calls.add(use('a', 60_000, true));
  expect(passed.reduce((sum, { input }) => sum + input.length, 0)).toBeLessThan(60_000 * 10);
  expect(passed.length).toBeGreaterThan(20);
  expect(passed.at(-1)).toEqual(use('a', 60_000, true));
});

test('no call is passed on oftener than a few times a second; the first word of it is at once', () => {
  const { passed, calls } = start();
  for (let n = 0; n <= 100; n += 1) {
    calls.add(use('a', n * 100));
    calls.add(use('b', n * 100));
    vi.advanceTimersByTime(10);
  }
  expect(passed.slice(0, 2)).toEqual([use('a', 0), use('b', 0)]);
  expect(passed.length).toBeLessThanOrEqual(10);
});

test('what was held back is passed on when no more comes', () => {
  const { passed, calls } = start();
  calls.add(use('a', 1));
  calls.add(use('a', 2));
  calls.flush();
  calls.flush();
  expect(passed).toEqual([use('a', 1), use('a', 2)]);
});
