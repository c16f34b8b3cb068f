import { nextSnippetField, prevSnippetField } from '@codemirror/autocomplete';
import { history, undo } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { EditorSelection, type StateCommand, type TransactionSpec } from '@codemirror/state';
import { expect, test } from 'vitest';
import { marksOf, stateOf } from '../editing/editing.fixture.ts';
import { choiceAt, completeChoices, snippetChoices } from './choices.ts';
import { fillIn } from './fill-in.ts';
import { insertSnippet } from './insert-snippet.ts';
import { parseBody } from './parse-body.ts';

/** A text in which the bar is the cursor, and the letters before it become a snippet. */
function editor(marked: string, body: string) {
  const view = {
    state: stateOf(marked, [history(), indentUnit.of('  '), snippetChoices(() => true)]),
    dispatch(spec: TransactionSpec) {
      view.state = view.state.update(spec).state;
    },
  };
  const to = view.state.selection.main.head;
  const from = to - (/\w*$/.exec(view.state.sliceDoc(0, to))?.[0].length ?? 0);
  insertSnippet(
    view as never,
    fillIn(parseBody(body), () => undefined),
    { label: 'x' },
    from,
    to,
  );
  const run = (command: StateCommand) => {
    command({ state: view.state, dispatch: (transaction) => (view.state = transaction.state) });
    return marksOf(view.state);
  };
  const type = (text: string) => {
    view.dispatch(view.state.replaceSelection(text));
    return marksOf(view.state);
  };
  return { view, run, type, marks: () => marksOf(view.state) };
}

test('the first stop is selected, Tab goes on to the next ones and to the end, and one step takes it back', () => {
  const { run, type, marks } = editor('  for|', 'for (${1:item} of ${2:list}) {\n\t${1}({ a: 1 });\n\t\t$0\n}');
  expect(marks()).toBe('  for («item» of list) {\n    «item»({ a: 1 });\n      \n  }');
  expect(type('x')).toBe('  for (x| of list) {\n    x|({ a: 1 });\n      \n  }');
  expect(run(nextSnippetField)).toBe('  for (x of «list») {\n    x({ a: 1 });\n      \n  }');
  expect(run(prevSnippetField)).toBe('  for («x» of list) {\n    «x»({ a: 1 });\n      \n  }');
  run(nextSnippetField);
  expect(run(nextSnippetField)).toBe('  for (x of list) {\n    x({ a: 1 });\n      |\n  }');
  run(undo);
  expect(run(undo)).toBe('  for|');
});

test('what a template means otherwise stands as it is, in stops too', () => {
  expect(editor('x|', '#{a} \\${b} \\\\{ \\{c} ${1:{\n\t"d": {\\}\n\\}}').marks()).toBe(
    '#{a} ${b} \\{ \\{c} «{\n  "d": {}\n}»',
  );
});

test('a snippet without stops leaves the cursor at its end', () => {
  expect(editor('a x| b', 'done').marks()).toBe('a done| b');
});

test('the choices of a stop are listed at it, as long as it can be left for the next', () => {
  const { view, run, type } = editor('let x|', '${1|const,let,var|} ${2:name} = ${3|a,b|};');
  const choices = () => choiceAt(view.state)?.choices;
  expect(choices()).toEqual(['const', 'let', 'var']);
  expect(completeChoices({ state: view.state } as never)).toMatchObject({
    from: 4,
    to: 9,
    options: [{ label: 'const' }, { label: 'let' }, { label: 'var' }],
    filter: false,
  });
  type('va');
  expect(completeChoices({ state: view.state } as never)).toMatchObject({ from: 4, to: 6, filter: true });
  expect(choices()).toEqual(['const', 'let', 'var']);
  run(nextSnippetField);
  expect(choices()).toBeUndefined();
  run(nextSnippetField);
  expect(choices()).toEqual(['a', 'b']);
  expect(run(nextSnippetField)).toBe('let va name = a;|');
  view.dispatch({ selection: EditorSelection.range(14, 15) });
  expect(choices()).toBeUndefined();
});
