import { expect, test } from 'vitest';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { createNoticeBoard, warn } from './notice-board.ts';

const restart = { id: 'restart', label: 'Restart' };
const notice = (text: string) => ({ id: 'n', severity: 'warning' as const, text, actions: [restart] });

function setUp() {
  const events: MainEvent[] = [];
  const chosen: string[] = [];
  const board = createNoticeBoard((event) => events.push(event));
  return { events, chosen, board, choose: (action: string) => chosen.push(action) };
}

test('an action that the notice offers is carried out', () => {
  const { board, chosen, choose } = setUp();
  board.show(notice('It hangs'), choose);
  board.act('n', 'restart');
  expect(chosen).toEqual(['restart']);
});

test('an action that the notice does not offer, or of a notice that is gone, does nothing', () => {
  const { board, chosen, choose } = setUp();
  board.show(notice('It hangs'), choose);
  board.act('n', 'toString');
  board.act('other', 'restart');
  board.withdraw('n');
  board.act('n', 'restart');
  expect(chosen).toEqual([]);
});

test('a notice replaces the one of its id, and is withdrawn once', () => {
  const { board, events } = setUp();
  board.show(notice('first'));
  board.show(notice('second'));
  board.withdraw('n');
  board.withdraw('n');
  expect(events).toEqual([
    { type: 'notice', notice: notice('first') },
    { type: 'notice', notice: notice('second') },
    { type: 'notice-withdrawn', noticeId: 'n' },
  ]);
});

test('a notice that the person has read is gone, and whoever showed it learns so once', () => {
  const { board, events } = setUp();
  const read: string[] = [];
  board.show(notice('It hangs'), undefined, () => read.push('read'));
  board.dismiss('n');
  board.dismiss('n');
  expect(read).toEqual(['read']);
  expect(events.at(-1)).toEqual({ type: 'notice-withdrawn', noticeId: 'n' });
  board.show(notice('again'), undefined, () => read.push('again'));
  board.withdraw('n');
  expect(read).toEqual(['read']);
});

test('a warning takes the place of no other one, and the same one is there once', () => {
  const { board, events } = setUp();
  warn(board, 'The settings could not be loaded. Defaults are in use.');
  warn(board, 'The list of trusted folders could not be read.');
  warn(board, 'The settings could not be loaded. Defaults are in use.');
  const ids = events.map((event) => event.type === 'notice' && event.notice.id);
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toBe(ids[2]);
});
