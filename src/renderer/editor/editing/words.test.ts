import { CompletionContext } from '@codemirror/autocomplete';
import { javascript } from '@codemirror/lang-javascript';
import { EditorState, type Extension } from '@codemirror/state';
import { expect, test } from 'vitest';
import { completeWords } from './words.ts';

/** Completes at the bar. */
function at(marked: string, others: readonly string[] = [], isAsked = false, extensions: Extension = javascript()) {
  const pos = marked.indexOf('|');
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions });
  const states = others.map((doc) => EditorState.create({ doc }));
  return completeWords(new CompletionContext(state, pos, isAsked), states);
}
const labels = (...args: Parameters<typeof at>) => at(...args)?.options.map(({ label }) => label);

test('words of this text come first, then those of others, each once, without the one that is typed', () => {
  expect(labels('const counter = 1;\ncount|', ['counter country'])).toEqual(['const', 'counter', 'country']);
  expect(at('const counter = 1;\ncount|')).toMatchObject({ from: 19 });
});

test('from the second letter on, and in code only, unless one asks', () => {
  expect(labels('const counter = 1;\nc|')).toBeUndefined();
  expect(labels('const counter = 1; // co|')).toBeUndefined();
  expect(labels('const counter = "co|"')).toBeUndefined();
  expect(labels('counter co|', [], false, [])).toBeUndefined();
  expect(labels('counter co|', [], true, [])).toEqual(['counter']);
  expect(labels('const counter = 1; // |', [], true)).toContain('counter');
});

test('letters of every script and a dollar are parts of a word', () => {
  expect(labels('let größe = 1, $scope;\ngrö|')).toContain('größe');
  expect(at('let $scope;\n$sc|')).toMatchObject({ from: 12 });
});
