import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { findMentions } from '../../../shared/links/mention.ts';
import { Searchable } from '../../base/picker/score.ts';
import { type MentionSources, mentionOptions, symbolOptions } from './mention-options.ts';

const searchable = (paths: readonly string[]) => new Searchable(paths, (path) => path);
const sources: MentionSources = {
  platform: 'posix',
  root: '/p',
  files: searchable(['src/parser.ts', 'src/lexer.ts', 'docs/parse-notes.md']),
  folders: searchable(['src', 'docs']),
  openPaths: ['src/lexer.ts'],
  selection: { path: '/p/src/lexer.ts', doc: Text.of(['a', 'b', 'c']), from: 0, to: 3 },
  threads: [{ id: 't1', title: 'Why does the parser fail?' }],
  symbols: [{ path: '/p/src/lexer.ts', name: 'parseNumber', line: 2, endLine: 9 }],
};
const ask = (words: string, kind: 'symbol' | 'thread' | 'file' | 'folder' | null = null) =>
  mentionOptions({ words, kind }, sources);
const labels = (...question: Parameters<typeof ask>) => ask(...question).map(({ label }) => label);

test('without a word: what is open now, then the project', () => {
  expect(ask('').map(({ label, detail }) => `${label} | ${detail}`)).toEqual([
    'Selection | lexer.ts (1-2)',
    'Open tabs | 1 file',
    'Diagnostics | Problems in the open files',
    'lexer.ts | src',
    'src/ | ',
    'docs/ | ',
    'parser.ts | src',
    'parse-notes.md | docs',
    'Why does the parser fail? | Thread',
  ]);
});

test('nothing is offered that is not there', () => {
  const bare = {
    ...sources,
    root: undefined,
    files: searchable([]),
    folders: searchable([]),
    openPaths: [],
    selection: null,
    threads: [],
    symbols: [],
  };
  expect(mentionOptions({ words: '', kind: null }, bare)).toEqual([]);
});

test('a selection is offered while there is one', () => {
  const { path, doc } = sources.selection ?? expect.fail();
  const offered = (to: number) => {
    const now = { ...sources, selection: { path, doc, from: 2, to } };
    return mentionOptions({ words: 'selection', kind: null }, now).map(({ label }) => label);
  };
  expect(offered(3)).toEqual(['Selection']);
  expect(offered(2)).toEqual([]);
});

test('every kind is found by its letters, the best first, and what matched is marked', () => {
  const found = ask('parse');
  expect(found.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['file', 'symbol', 'thread']));
  expect(found[0]).toMatchObject({ label: 'parseNumber', matched: [0, 1, 2, 3, 4], detail: 'lexer.ts:2' });
  expect(found.find(({ label }) => label === 'parser.ts')?.matched).toEqual([0, 1, 2, 3, 4]);
  expect(labels('dpn')).toEqual(['parse-notes.md']);
  expect(labels('zzz')).toEqual([]);
});

test('a kind that is asked for by name is the only one', () => {
  expect(labels('', 'folder')).toEqual(['src/', 'docs/']);
  expect(labels('parse', 'file')).toEqual(['parser.ts', 'parse-notes.md']);
  expect(labels('', 'symbol')).toEqual(['parseNumber']);
  expect(labels('', 'thread')).toEqual(['Why does the parser fail?']);
});

test('an address is its page and nothing else', () => {
  expect(ask('https://example.org/a')).toMatchObject([{ kind: 'web', label: 'example.org/a' }]);
});

test('what is put into the text names what was chosen', () => {
  const targets = [...ask(''), ...ask('pn', 'symbol')].map(
    ({ markdown }) => findMentions(markdown, 'posix')[0]?.target,
  );
  expect(targets).toEqual([
    { kind: 'file', path: '/p/src/lexer.ts', line: 1, endLine: 2 },
    { kind: 'tabs' },
    { kind: 'diagnostics' },
    { kind: 'file', path: '/p/src/lexer.ts' },
    { kind: 'directory', path: '/p/src/' },
    { kind: 'directory', path: '/p/docs/' },
    { kind: 'file', path: '/p/src/parser.ts' },
    { kind: 'file', path: '/p/docs/parse-notes.md' },
    { kind: 'thread', id: 't1', name: 'Why does the parser fail?' },
    { kind: 'symbol', path: '/p/src/lexer.ts', name: 'parseNumber', line: 2, endLine: 9 },
  ]);
  const [symbol] = symbolOptions('pn', [{ path: '/p/a.ts', name: 'parseNumber', line: 1 }], 'posix');
  expect(symbol?.markdown).toBe('[@parseNumber](file:///p/a.ts?symbol=parseNumber#L1)');
});
