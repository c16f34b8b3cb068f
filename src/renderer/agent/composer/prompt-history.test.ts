import { expect, test } from 'vitest';
import { emptyThread } from '../../../shared/thread/fold-thread.ts';
import { imageOf } from '../threads/agent-world.fixture.ts';
import { isUnchanged, pastDrafts, type Recalled, recall } from './prompt-history.ts';

const turn = (at: number, text: string, more: object = {}) => ({
  ...{ promptId: `${at}`, text, at, parentId: null, versions: [], answers: [] },
  ...more,
});
const image = imageOf('one');
const view = {
  ...emptyThread,
  turns: [
    turn(1, 'one', { images: [image] }),
    turn(2, 'TWO', { typed: { text: 'two', by: ['Loud'] } }),
    turn(3, 'two'),
    turn(5, '!important'),
  ],
  shellRuns: [{ id: 's', at: 4, command: 'git status', isTold: false, afterPromptId: null }],
};
const sending = [{ id: 'x', text: 'on its way', images: [], reading: 0, replaces: null, isGiven: true }];

test('what was sent comes back as it was typed, the last first, and not twice in a row', () => {
  expect(pastDrafts({ view, sending })).toEqual([
    { text: 'on its way', images: [] },
    { text: '\\!important', images: [] },
    { text: '!!git status', images: [] },
    { text: 'two', images: [] },
    { text: 'one', images: [image] },
  ]);
});

test('up goes to what was sent before, down back to the empty field, and Esc leaves at once', () => {
  const past = pastDrafts({ view, sending: [] });
  let at: Recalled | null = null;
  const press = (key: string): string | null => {
    const next = recall(key, at, past);
    at = next === 'empty' ? null : (next ?? at);
    return next === 'empty' || next === null ? next : next.text;
  };
  expect(press('Escape')).toBeNull();
  expect(['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp'].map(press)).toEqual([
    ...['\\!important', '!!git status', 'two', 'one', 'one'],
  ]);
  expect(press('a')).toBeNull();
  expect(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'].map(press)).toEqual([
    ...['two', '!!git status', '\\!important', 'empty'],
  ]);
  press('ArrowUp');
  expect(isUnchanged(at, { text: '\\!important', images: [] })).toBe(true);
  expect(isUnchanged(at, { text: '\\!important.', images: [] })).toBe(false);
  expect(press('Escape')).toBe('empty');
  expect(recall('ArrowUp', null, [])).toBeNull();
});
