import { describe, expect, test } from 'vitest';
import type { ThreadEntry } from '../contract/thread.ts';
import { appendEntry, foldThread } from './fold-thread.ts';
import { prompt, shown, started, text, version } from './thread-entries.fixture.ts';

describe('versions of a prompt', () => {
  const ways = (entries: ThreadEntry[]) => {
    const { turns, branches } = foldThread(entries.map((entry, at) => ('at' in entry ? { ...entry, at } : entry)));
    return [turns, branches].map((list) => list.map(({ promptId }) => promptId).join(''));
  };
  const abc = [prompt('a'), started('1', 'a'), prompt('b'), prompt('c')];

  test('stand in the place of the one that they replace, and what followed it stays with it', () => {
    const view = foldThread([...abc, version('B', 'b'), started('2', 'B'), text('2', 'new'), prompt('d')]);
    expect(view.turns.map(({ promptId, parentId }) => [promptId, parentId])).toEqual([
      ['a', null],
      ['B', 'a'],
      ['d', 'B'],
    ]);
    expect(view.branches.map(({ promptId, parentId }) => [promptId, parentId])).toEqual([
      ['b', 'a'],
      ['c', 'b'],
    ]);
    expect(view.turns[1]?.versions).toEqual(['b', 'B']);
    expect(view.branches[0]?.versions).toBe(view.turns[1]?.versions);
    expect(view.turns[0]?.versions).toEqual(['a']);
    expect(view.turns[1]?.answers[0]?.parts).toEqual([{ type: 'text', text: 'new' }]);
  });

  test('are shown again with what followed, at every place the one that was shown last', () => {
    const all = [...abc, version('C', 'c'), version('D', 'C'), shown('C'), version('A', 'a'), prompt('e')];
    expect(ways(all)).toEqual(['Ae', 'abcCD']);
    expect(ways([...all, shown('a')])).toEqual(['abC', 'cDAe']);
    expect(ways([...all, shown('D')])).toEqual(['abD', 'cCAe']);
    expect(ways([...all, shown('D'), shown('e'), shown('b')])).toEqual(['abD', 'cCAe']);
    expect(ways([...all, shown('nobody')])).toEqual(ways(all));
  });

  test('of one that is not shown bring its place back, and the next prompt follows there', () => {
    expect(ways([...abc, version('A', 'a'), version('C', 'c'), prompt('d')])).toEqual(['abCd', 'cA']);
  });

  test('of a prompt whose line is lost follow as any other', () => {
    expect(ways([prompt('a'), version('B', 'lost')])).toEqual(['aB', '']);
  });

  test('may be answered where they are not shown', () => {
    const view = foldThread([...abc, version('A', 'a'), text('1', 'late'), started('2', 'b'), text('2', 'too')]);
    expect(view.branches.flatMap(({ answers }) => answers.flatMap(({ parts }) => parts))).toEqual([
      { type: 'text', text: 'late' },
      { type: 'text', text: 'too' },
    ]);
  });

  test('leave all turns that they do not touch the same objects', () => {
    const before = foldThread(abc);
    const edited = appendEntry(before, version('C', 'c'));
    expect(edited.turns.slice(0, 2)).toEqual(before.turns.slice(0, 2));
    expect(edited.turns[0]).toBe(before.turns[0]);
    expect(edited.turns[1]).toBe(before.turns[1]);
    const back = appendEntry(edited, shown('c'));
    expect(back.turns[2]).toBe(edited.branches[0]);
    expect(appendEntry(back, shown('c'))).toBe(back);
  });
});
