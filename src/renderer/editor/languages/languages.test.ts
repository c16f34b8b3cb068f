import { insertNewlineAndIndent, toggleComment } from '@codemirror/commands';
import { language } from '@codemirror/language';
import { type EditorState, type StateCommand, Text, type Transaction } from '@codemirror/state';
import { afterEach, expect, test, vi } from 'vitest';
import type { ContributedLanguage } from '../../../shared/contract/languages/contributed-language.ts';
import { stubWindow } from '../../base/window.fixture.ts';

stubWindow();
vi.stubGlobal('document', { querySelector: () => null, documentElement: { dataset: {} } });
for (const name of ['requestAnimationFrame', 'requestIdleCallback']) vi.stubGlobal(name, (run: () => void) => run());
const { announceEditable } = await import('../../base/first-paint.ts');
const { useEditorFacts } = await import('../facts-store.ts');
const { useSettings } = await import('../../base/settings-store.ts');
const { createSession, endSession, sessionPaths, stateOf } = await import('../sessions.ts');
const { applyLanguage, followLanguages } = await import('./languages.ts');
const { useLanguages } = await import('./languages-store.ts');
announceEditable();
await followLanguages();

afterEach(() => {
  for (const path of sessionPaths()) endSession(path);
  useLanguages.setState({ languages: [] });
  useSettings.setState({ levels: null });
});

const mine: ContributedLanguage = {
  ...{ extensionId: 'e', folder: 'mine', name: 'Mine', suffixes: ['json'], firstLine: '^#!.*mine', grammar: null },
  ...{ lineComment: '%', blockComment: null, closesBefore: null, wordCharacters: '', tabSize: 3, hardTabs: null },
  brackets: [{ open: '{', close: '}', closesItself: true, indents: true }],
  run: 0,
};

async function open(path: string, text: string) {
  createSession(path, { text: Text.of(text.split('\n')), isReadOnly: false });
  await applyLanguage(path);
}

const named = (path: string) => useEditorFacts.getState().languages[path];
const present = (path: string) => {
  const state = stateOf(path);
  if (!state) throw new Error(`${path} is not open`);
  return state;
};

function after(command: StateCommand, state: EditorState): string {
  let text = '';
  const dispatch = ({ newDoc }: Transaction) => {
    text = newDoc.toString();
  };
  command({ state, dispatch });
  return text;
}

test('the language of an extension goes over one of the editor while it is there, also in open documents', async () => {
  await open('/p/a.json', '{}');
  expect(named('/p/a.json')).toBe('JSON');
  useLanguages.setState({ languages: [mine] });
  await expect.poll(() => named('/p/a.json')).toBe('Mine');
  await expect.poll(() => present('/p/a.json').facet(language)).toBeNull();
  expect(present('/p/a.json').tabSize).toBe(3);
  useLanguages.setState({ languages: [] });
  await expect.poll(() => present('/p/a.json').facet(language)?.name).toBe('json');
  expect([named('/p/a.json'), present('/p/a.json').tabSize]).toEqual(['JSON', 4]);
});

test('a grammar of the editor may colour it, and all else is as the extension says', async () => {
  useLanguages.setState({
    languages: [{ ...mine, suffixes: ['quux'], grammar: { isOwn: false, name: 'javascript' } }],
  });
  await open('/p/a.quux', 'let a');
  const state = present('/p/a.quux');
  expect(state.facet(language)?.name).toBe('javascript');
  expect(after(toggleComment, state)).toBe('% let a');
});

test('a file of settings stays the app’s own', async () => {
  const user = { path: '/user/settings.json', problem: null, wasRead: true, values: {}, languages: {}, faults: [] };
  useSettings.setState({ levels: { user, folder: null } });
  useLanguages.setState({ languages: [{ ...mine, suffixes: ['settings.json'] }] });
  await open('/user/settings.json', '{}');
  await open('/p/settings.json', '{}');
  expect([named('/user/settings.json'), named('/p/settings.json')]).toEqual(['JSON', 'Mine']);
});

test('a first line tells it where no name does', async () => {
  useLanguages.setState({ languages: [mine] });
  await open('/p/run', '#!/bin/mine\n');
  await open('/p/run.py', '#!/bin/mine\n');
  expect([named('/p/run'), named('/p/run.py')]).toEqual(['Mine', 'Python']);
});

test.each([
  ['{', '{\n   '],
  ['   a {', '   a {\n      '],
  ['   a', '   a\n   '],
])('a line after an opening bracket is one step deeper: %s', async (before, text) => {
  useLanguages.setState({ languages: [mine] });
  await open('/p/a.json', before);
  const state = present('/p/a.json');
  const atEnd = state.update({ selection: { anchor: before.length } }).state;
  expect(after(insertNewlineAndIndent, atEnd)).toBe(text);
});
