import { deleteCharBackward, deleteCharForward } from '@codemirror/commands';
import { EditorState, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { mentionChips } from './mention-chips.ts';

const chips = mentionChips({ platform: 'posix', draw: () => {} });
const link = '[@a.ts (3-9)](file:///p/a.ts#L3-L9)';

/** The part of a view that editor commands need, without a page. */
function fieldWith(text: string, cursor: number): EditorView {
  let state = EditorState.create({ doc: text, selection: { anchor: cursor }, extensions: chips.extension });
  return Object.create(EditorView.prototype, {
    state: { get: () => state },
    dispatch: {
      value(transaction: Transaction) {
        state = transaction.state;
      },
    },
  });
}

test('a mention is deleted whole from either side, and the text around it stays', () => {
  const text = `See ${link} now`;
  const behind = fieldWith(text, 4 + link.length);
  deleteCharBackward(behind);
  expect(behind.state.doc.toString()).toBe('See  now');
  const before = fieldWith(text, 4);
  deleteCharForward(before);
  expect(before.state.doc.toString()).toBe('See  now');
});

test('what becomes a mention by typing is one at once, and no longer when it is broken', () => {
  const { state } = fieldWith(link.slice(0, -1), 0);
  expect(chips.mentionsIn(state)).toEqual([]);
  const whole = state.update({ changes: { from: state.doc.length, insert: ')' } }).state;
  expect(chips.mentionsIn(whole)).toMatchObject([{ from: 0, to: link.length, label: 'a.ts (3-9)' }]);
  const ranges = whole.facet(EditorView.atomicRanges).map((each) => each({ state: whole } as EditorView).size);
  expect(ranges).toEqual([1]);
  expect(chips.mentionsIn(whole.update({ changes: { from: 0, to: 1 } }).state)).toEqual([]);
});
