import { expect, test } from 'vitest';
import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import { groupByDay, groupFound } from './history-groups.ts';
import { layOut, nearRows } from './history-layout.ts';

const at = (text: string) => new Date(text).getTime();
const thread = (id: string, when = 0, title = id): ThreadSummary => ({
  id,
  title,
  at: when,
  isArchived: false,
  labels: [],
  state: 'idle',
});
const shown = (groups: ReturnType<typeof groupByDay>) =>
  groups.map(({ title, rows }) => [title, ...rows.map((row) => row.thread.id)]);

test('threads are grouped by the days of this place, newest first', () => {
  const threads = [
    thread('a', at('2026-03-01T09:00')),
    thread('b', at('2026-03-01T00:00')),
    thread('c', at('2026-02-28T23:59')),
    thread('d', at('2026-02-27T12:00')),
    thread('e', at('2025-02-27T12:00')),
  ];
  expect(shown(groupByDay(threads, at('2026-03-01T10:00')))).toEqual([
    ['Today', 'a', 'b'],
    ['Yesterday', 'c'],
    ['Friday, February 27', 'd'],
    ['February 27, 2025', 'e'],
  ]);
  // A clock that was put back makes no day of tomorrow.
  expect(shown(groupByDay(threads.slice(0, 1), at('2026-02-28T10:00')))).toEqual([['Today', 'a']]);
});

test('a search shows what its titles have at once, and what main found below, each thread once', () => {
  const threads = [thread('a', 3, 'The parser'), thread('b', 2, 'Lexer'), thread('c', 1, 'Parse errors')];
  const hit = (threadId: string) => ({ threadId, title: '', at: 0, excerpt: `parse in ${threadId}` });
  expect(shown(groupFound(threads, [], 'parse'))).toEqual([['In titles', 'a', 'c']]);
  const groups = groupFound(threads, [hit('a'), hit('b'), hit('gone')], 'parse');
  expect(shown(groups)).toEqual([
    ['In titles', 'a', 'c'],
    ['In messages', 'b'],
  ]);
  expect(groups[1]?.rows[0]?.excerpt).toBe('parse in b');
  expect(groupFound(threads, [], 'zzz')).toEqual([]);
});

test('only rows in view or near it are drawn, and the active one, wherever it is', () => {
  const many = Array.from({ length: 2000 }, (_, index) =>
    thread(`t${index}`, at('2026-03-01T12:00') - index * 3_600_000),
  );
  const layout = layOut(groupByDay(many, at('2026-03-01T12:00')));
  const all = layout.groups.flatMap(({ rows }) => rows);
  expect(all).toHaveLength(2000);
  for (const [index, row] of all.entries()) expect(row.top).toBeGreaterThanOrEqual(index * row.height);
  const drawn = nearRows(layout, { top: 10_000, bottom: 10_500 }, 't1999').flatMap(({ rows }) => rows);
  const inView = all.filter(({ top, height }) => top + height > 10_000 && top < 10_500);
  expect(inView.length).toBeGreaterThan(10);
  expect(drawn).toEqual(expect.arrayContaining(inView));
  expect(drawn.length).toBeLessThan(120);
  expect(drawn.at(-1)?.thread.id).toBe('t1999');
});
