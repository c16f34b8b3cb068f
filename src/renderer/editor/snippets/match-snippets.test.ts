import { CompletionContext } from '@codemirror/autocomplete';
import { javascript } from '@codemirror/lang-javascript';
import { markdown } from '@codemirror/lang-markdown';
import { EditorState, type Extension } from '@codemirror/state';
import { expect, test } from 'vitest';
import { matchSnippets } from './match-snippets.ts';

const snippets = [['for', 'fori'], ['for-in'], ['#!'], ['table']].map((prefixes) => {
  return { name: `name of ${prefixes[0]}`, prefixes, body: '', description: '' };
});

/** What is offered at the bar, from where. */
function at(marked: string, isAsked = false, extensions: Extension = javascript()) {
  const pos = marked.indexOf('|');
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions });
  const result = matchSnippets(new CompletionContext(state, pos, isAsked), snippets, () => {
    throw new Error('nothing is inserted');
  });
  return result && [result.from, ...result.options.map(({ label }) => label)];
}
const all = ['for', 'fori', 'for-in', '#!', 'table'];

test.each([
  ['let a;\n fo|', false, [8, ...all]],
  ['f|', false, null],
  ['f|', true, [0, ...all]],
  ['|', true, [0, ...all]],
  ['a for-|', false, [2, 'for-in']],
  ['#|', false, [0, '#!']],
  ['a.fo|', false, [2, ...all]],
  ['// fo|', false, null],
  ['// fo|', true, [3, ...all]],
  ['"fo|"', false, null],
] as const)('in code, of %j, asked for: %s, it is %j', (marked, isAsked, expected) => {
  expect(at(marked, isAsked)).toEqual(expected);
});

test.each([
  ['A ta|', false, [2, 'table']],
  ['A xa|', false, null],
  ['A xa|', true, [2, ...all]],
] as const)('in prose, of %j, asked for: %s, it is %j', (marked, isAsked, expected) => {
  expect(at(marked, isAsked, markdown())).toEqual(expected);
});
