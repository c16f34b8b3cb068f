import { describe, expect, test } from 'vitest';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import type { ToolRunState } from '../../../shared/contract/tool.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { run, shell, shellDone, tool } from '../../../shared/thread/thread-entries.fixture.ts';
import { messageCount, threadItems } from './thread-items.ts';

const turn = (n: number, text: string): ThreadEntry[] => [
  { kind: 'prompt', id: `p${n}`, at: n, text: `prompt ${n}` },
  { kind: 'answer-started', id: `a${n}`, at: n, promptId: `p${n}`, model: 'm', modelName: 'M' },
  { kind: 'answer-text', answerId: `a${n}`, text },
  { kind: 'answer-ended', answerId: `a${n}`, at: n, end: { type: 'stop', reason: 'end-turn' } },
];
const ids = (entries: readonly ThreadEntry[], which: Partial<Parameters<typeof threadItems>[1]> = {}) =>
  threadItems(foldThread(entries), { limit: 50, all: false, ...which }).map(({ id }) => id);

describe('the items of a thread', () => {
  const three = [...turn(1, 'one'), ...turn(2, 'two'), ...turn(3, 'three')];

  test('are the newest, in pages', () => {
    expect(ids(three, { limit: 3 })).toEqual(['a2', 'p3', 'a3']);
    expect(ids(three, { limit: 3, before: 'a2' })).toEqual(['p1', 'a1', 'p2']);
    expect(ids(three, { before: 'p1' })).toEqual([]);
    expect(ids(three, { before: 'none such' })).toEqual([]);
    expect(messageCount(foldThread(three))).toBe(6);
  });

  test('have replies and summaries in their places, if they are asked for', () => {
    const reply = { kind: 'command-reply', command: '/x', extensionName: 'X', text: 'said' } as const;
    const entries: ThreadEntry[] = [
      { ...reply, id: 'r0', at: 0 },
      ...turn(1, 'one'),
      { ...reply, id: 'r1', at: 1 },
      { kind: 'compaction', id: 'c1', at: 1, promptId: 'p1', modelName: 'M', text: 'so far' },
      ...turn(2, 'two'),
    ];
    const ran = [shell('s1'), shellDone('s1', { type: 'done', exitCode: 3, output: 'out' })];
    expect(threadItems(foldThread([...ran, ...entries]), { limit: 50, all: true }).at(1)).toEqual({
      ...{ id: 's1', at: 5, text: 'out', type: 'command' },
      ...{ command: 'run s1', isTold: true, exitCode: 3 },
    });
    expect(ids(entries, { all: true })).toEqual(['r0', 'p1', 'a1', 'c1', 'r1', 'p2', 'a2']);
    expect(ids(entries)).toEqual(['p1', 'a1', 'p2', 'a2']);
  });

  test('are of the shown versions, each with its last answer', () => {
    const again: ThreadEntry[] = [
      { kind: 'answer-started', id: 'a3b', at: 4, promptId: 'p3', model: 'm', modelName: 'M' },
      { kind: 'prompt', id: 'p2b', at: 5, text: 'other', replaces: 'p2' },
    ];
    expect(ids([...three, ...again.slice(0, 1)])).toEqual(['p1', 'a1', 'p2', 'a2', 'p3', 'a3b']);
    expect(ids([...three, ...again])).toEqual(['p1', 'a1', 'p2b']);
  });

  test('that are long are cut, and a long list loses its oldest', () => {
    const long = Array.from({ length: 30 }, (_, n) => turn(n, 'x'.repeat(120_000))).flat();
    const items = threadItems(foldThread(long), { limit: 500, all: true });
    expect(items.at(-1)).toMatchObject({ id: 'a29', isCut: true });
    expect(items.at(-1)?.text).toHaveLength(100_000);
    const size = items.reduce((sum, { text }) => sum + text.length, 0);
    expect(size).toBeLessThanOrEqual(2_000_000);
    expect(size).toBeGreaterThan(1_800_000);
  });

  test('have as much of the calls of one answer as fits, and its details whole or not at all', () => {
    const state: ToolRunState = {
      ...{ type: 'done', output: 'x'.repeat(10_000), isError: false },
      details: JSON.stringify('y'.repeat(60_000)),
    };
    const calls = Array.from({ length: 100 }, (_, n) => [
      tool('a1', `t${n}`, '{}', true),
      run('a1', `t${n}`, 2, state),
    ]).flat();
    const [start, end] = [turn(1, 'said').slice(0, 3), turn(1, 'said').slice(3)];
    const [item] = threadItems(foldThread([...start, ...calls, ...end]), { limit: 1, all: false });
    const told = item?.type === 'answer' ? item.calls : [];
    expect(told).toHaveLength(100);
    expect(JSON.stringify(told).length).toBeLessThan(1_100_000);
    expect(told[0]).toMatchObject({
      output: expect.stringMatching(/^x{10000}$/),
      details: expect.stringMatching(/y"$/),
    });
    expect(told.at(-1)).toEqual({ id: 't99', name: 'read_file', input: '', output: '', isError: false });
  });

  test('leave out what broke off', () => {
    const entries: ThreadEntry[] = [
      ...turn(1, 'broken').slice(0, 3),
      { kind: 'answer-retry', answerId: 'a1', at: 2, failure: { code: 'network', message: 'No.' } },
      { kind: 'answer-text', answerId: 'a1', text: 'whole' },
    ];
    expect(threadItems(foldThread(entries), { limit: 1, all: false })).toMatchObject([{ text: 'whole' }]);
  });
});
