import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProgressItem, StatusItem } from '../../../shared/contract/question.ts';
import { createProgressBoard } from './progress-board.ts';
import { createStatusItems } from './status-items.ts';
import { asker, other } from './test-support/askers.ts';

const { signal } = new AbortController();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('status items of extensions', () => {
  function setUp() {
    const published: (readonly StatusItem[])[] = [];
    const items = createStatusItems({ publish: (event) => published.push(event.items) });
    return { items, published, texts: () => published.at(-1)?.map(({ text }) => text) };
  }
  const text = (text: string) => ({ text, tooltip: '' });

  test('are shown at once, replaced by their id, taken away, and go with their extension', () => {
    const { items, published, texts } = setUp();
    items.set(asker, 's', { text: 'Ready', tooltip: 'More\nof it', command: 'go' });
    expect(published).toEqual([[{ asker, id: 's', text: 'Ready', tooltip: 'More\nof it', command: 'go' }]]);
    items.set(other, 's', text('theirs'));
    items.set(asker, 's', text('Busy'));
    items.set(asker, 't', text('second'));
    items.set(asker, 't', null);
    vi.runAllTimers();
    expect(texts()).toEqual(['Busy', 'theirs']);
    items.withdraw('a');
    vi.runAllTimers();
    expect(texts()).toEqual(['theirs']);
  });

  test('change on screen ten times a second at the most, and the last change is shown', () => {
    const { items, published, texts } = setUp();
    for (let n = 0; n < 100_000; n++) items.set(asker, 's', text(String(n)));
    vi.runAllTimers();
    expect(published).toHaveLength(2);
    expect(texts()).toEqual(['99999']);
  });

  test('of one extension are five at the most', () => {
    const { items, texts } = setUp();
    for (let n = 0; n < 5; n++) items.set(asker, String(n), text(String(n)));
    expect(() => items.set(asker, '5', text('5'))).toThrow(/^Extension A has 5 items in the status bar/);
    items.set(other, '5', text('theirs'));
    items.set(asker, '0', null);
    items.set(asker, '5', text('5'));
    vi.runAllTimers();
    expect(texts()).toEqual(['1', '2', '3', '4', '5', 'theirs']);
  });
});

describe('progress of extensions', () => {
  function setUp() {
    const published: (readonly ProgressItem[])[] = [];
    const board = createProgressBoard({ publish: (event) => published.push(event.items) });
    return { board, published, shown: () => published.at(-1) ?? [] };
  }
  const task = (id: string, isCancellable = true) => ({ id, title: `Task ${id}`, isCancellable });

  test('is shown until it is ended, which is not a cancel', async () => {
    const { board, shown } = setUp();
    const running = board.start(asker, task('p'), signal);
    expect(shown()).toEqual([{ asker, id: 'a:p', title: 'Task p', message: '', isCancellable: true }]);
    board.report('a', { id: 'p', message: 'half', fraction: 0.5 });
    board.report('a', { id: 'p', fraction: 0.75 });
    board.report('b', { id: 'p', message: 'not theirs' });
    vi.runAllTimers();
    expect(shown()).toMatchObject([{ message: 'half', fraction: 0.75 }]);
    board.end('b', 'p');
    board.end('a', 'p');
    expect(await running).toBe(false);
    vi.runAllTimers();
    expect(shown()).toEqual([]);
  });

  test('is cancelled by the person, where it can be', async () => {
    const { board, shown } = setUp();
    const running = board.start(asker, task('p'), signal);
    const stubborn = board.start(asker, task('q', false), signal);
    board.cancelProgress('a:q');
    board.cancelProgress('a:p');
    expect(await running).toBe(true);
    vi.runAllTimers();
    expect(shown().map(({ id }) => id)).toEqual(['a:q']);
    board.end('a', 'q');
    expect(await stubborn).toBe(false);
  });

  test('goes with its extension and with its call', async () => {
    const { board, shown } = setUp();
    const controller = new AbortController();
    const mine = board.start(asker, task('p'), signal);
    const called = board.start(other, task('p'), controller.signal);
    void board.start(other, task('q'), signal);
    board.withdraw('a');
    controller.abort();
    expect(await Promise.all([mine, called])).toEqual([false, false]);
    vi.runAllTimers();
    expect(shown().map(({ id }) => id)).toEqual(['b:q']);
  });

  test('is reported ten times a second at the most, and the last report is shown', () => {
    const { board, published, shown } = setUp();
    void board.start(asker, task('p'), signal);
    for (let n = 0; n < 100_000; n++) board.report('a', { id: 'p', message: String(n) });
    vi.runAllTimers();
    expect(published).toHaveLength(2);
    expect(shown()).toMatchObject([{ message: '99999' }]);
  });

  test('of one extension is shown for five tasks at the most, and once for an id', async () => {
    const { board } = setUp();
    for (let n = 0; n < 5; n++) void board.start(asker, task(String(n)), signal);
    await expect(board.start(asker, task('5'), signal)).rejects.toThrow(/^Extension A shows progress of 5 tasks/);
    await expect(board.start(asker, task('1'), signal)).rejects.toThrow(/^Extension A shows progress of the id “1”/);
  });
});
