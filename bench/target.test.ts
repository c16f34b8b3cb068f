import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { reportTarget, takeMissed } from './target.ts';

const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
afterEach(() => said.mockClear());
afterAll(() => said.mockRestore());

test('a target that is missed on either side is told and counted, until it is asked for', () => {
  reportTarget('a', 1, { atMost: 1 });
  reportTarget('b', 1.01, { atMost: 1 });
  reportTarget('c', 1, { atLeast: 1 });
  reportTarget('d', 0.99, { atLeast: 1 });
  expect(said.mock.calls.map(([line]) => String(line).split('  ')[0])).toEqual([
    'target met',
    'TARGET MISSED',
    'target met',
    'TARGET MISSED',
  ]);
  expect([takeMissed(), takeMissed()]).toEqual([2, 0]);
});

test('a figure that could not be measured misses its target', () => {
  reportTarget('a', Number.NaN, { atMost: 1 });
  reportTarget('b', Number.NaN, { atLeast: 1 });
  expect(takeMissed()).toBe(2);
});
