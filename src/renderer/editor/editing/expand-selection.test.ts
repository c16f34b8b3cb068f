import { javascript } from '@codemirror/lang-javascript';
import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState, StateCommand } from '@codemirror/state';
import { expect, test } from 'vitest';
import { marksOf, stateOf } from './editing.fixture.ts';
import { expandedFrom, expandSelection, shrinkSelection } from './expand-selection.ts';

function after(state: EditorState, command: StateCommand): EditorState {
  let next = state;
  command({ state, dispatch: (transaction) => (next = transaction.state) });
  return next;
}

test('a selection grows by words, brackets, syntax and lines up to the whole text, and shrinks the same way', () => {
  let state = stateOf('let x;\n  call(one, t|wo.three);\n', [javascript(), expandedFrom]);
  ensureSyntaxTree(state, state.doc.length, 5_000);
  const seen = [marksOf(state)];
  for (;;) {
    const next = after(state, expandSelection);
    if (next === state) break;
    state = next;
    seen.push(marksOf(state));
  }
  expect(seen).toEqual([
    'let x;\n  call(one, t|wo.three);\n',
    'let x;\n  call(one, «two».three);\n',
    'let x;\n  call(one, «two.three»);\n',
    'let x;\n  call(«one, two.three»);\n',
    'let x;\n  call«(one, two.three)»;\n',
    'let x;\n  «call(one, two.three)»;\n',
    'let x;\n  «call(one, two.three);»\n',
    'let x;\n«  call(one, two.three);\n»',
    '«let x;\n  call(one, two.three);\n»',
  ]);
  const back = [marksOf(state)];
  for (let next = after(state, shrinkSelection); next !== state; next = after(state, shrinkSelection)) {
    state = next;
    back.push(marksOf(state));
  }
  expect(back.toReversed()).toEqual(seen);
});

test('a text without a grammar has words and lines', () => {
  let state = stateOf('one\n  tw|o three \n', expandedFrom);
  const seen = [];
  for (let next = after(state, expandSelection); next !== state; next = after(state, expandSelection)) {
    state = next;
    seen.push(marksOf(state));
  }
  expect(seen).toEqual([
    'one\n  «two» three \n',
    'one\n  «two three» \n',
    'one\n«  two three \n»',
    '«one\n  two three \n»',
  ]);
});

test('once something else is selected there is nothing to go back to', () => {
  const grown = after(stateOf('on|e two', expandedFrom), expandSelection);
  const moved = grown.update({ selection: { anchor: 5 } }).state;
  expect(after(moved, shrinkSelection)).toBe(moved);
});
