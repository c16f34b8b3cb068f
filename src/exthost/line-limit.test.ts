import { beforeEach, expect, test, vi } from 'vitest';
import { createLineLimit } from './line-limit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return () => void vi.useRealTimers();
});

test('190 lines of a second pass, and the others are counted when it is over', () => {
  const told: string[] = [];
  const limit = createLineLimit((sentence) => told.push(sentence));
  const passed = Array.from({ length: 12_345 }, (_, n) => limit(`line ${n}`)).filter((line) => line !== undefined);
  expect(passed).toHaveLength(190);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['… 12,155 lines were dropped']);
  vi.advanceTimersByTime(5000);
  expect(limit('afterwards')).toBe('afterwards');
  expect(told).toHaveLength(1);
});

test('a loop that lets no timer run is told of its lines all the same, second by second', () => {
  const told: string[] = [];
  const limit = createLineLimit((sentence) => told.push(sentence));
  const now = vi.spyOn(performance, 'now');
  for (let at = 10_000; at < 13_000; at += 1) {
    now.mockReturnValue(at);
    limit('line');
  }
  expect(told).toEqual(['… 810 lines were dropped', '… 810 lines were dropped']);
});

test('a long line is cut', () => {
  const limit = createLineLimit(() => {});
  expect(limit('x'.repeat(100_000))).toHaveLength(16_386);
});
