import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { findMentions } from '../../../shared/links/mention.ts';
import { type MentionSources, mentionOptions, symbolOptions } from './mention-options.ts';

const path = (text: string) => ({ text: text.replace(/\/$/, ''), isDirectory: text.endsWith('/') });
const sources: MentionSources = {
  platform: 'posix',
  root: '/p',
  paths: ['src/', 'src/parser.ts', 'src/lexer.ts', 'docs/', 'docs/parse-notes.md'].map(path),
  openPaths: ['src/lexer.ts'],
  selection: { path: '/p/src/lexer.ts', doc: Text.of(['a', 'b', 'c']), from: 0, to: 3 },
  threads: [{ id: 't1', title: 'Why does the parser fail?' }],
  symbols: [{ path: '/p/src/lexer.ts', name: 'parseNumber', line: 2, endLine: 9 }],
};
const always = () => true;
const ask = async (words: string, kind: 'symbol' | 'thread' | 'file' | 'folder' | null = null) =>
  (await mentionOptions({ words, kind }, sources, always)) ?? [];
const labels = async (...question: Parameters<typeof ask>) => (await ask(...question)).map(({ label }) => label);

test('without a word: what is open now, then the project', async () => {
  expect((await ask('')).map(({ label, detail }) => `${label} | ${detail}`)).toEqual([
    'Selection | lexer.ts (1-2)',
    'Open tabs | 1 file',
    'Diagnostics | Problems in the open files',
    'lexer.ts | src',
    'src/ | ',
    'parser.ts | src',
    'docs/ | ',
    'parse-notes.md | docs',
    'Why does the parser fail? | Thread',
  ]);
});

test('nothing is offered that is not there', async () => {
  const bare = { ...sources, root: undefined, paths: [], openPaths: [], selection: null, threads: [], symbols: [] };
  expect(await mentionOptions({ words: '', kind: null }, bare, always)).toEqual([]);
});

test('a selection is offered while there is one', async () => {
  const { path, doc } = sources.selection ?? expect.fail();
  const offered = async (to: number) => {
    const now = { ...sources, selection: { path, doc, from: 2, to } };
    return (await mentionOptions({ words: 'selection', kind: null }, now, always))?.map(({ label }) => label);
  };
  expect(await offered(3)).toEqual(['Selection']);
  expect(await offered(2)).toEqual([]);
});

test('every kind is found by its letters, the best first, and what matched is marked', async () => {
  const found = await ask('parse');
  expect(found.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['file', 'symbol', 'thread']));
  expect(found[0]).toMatchObject({ label: 'parseNumber', matched: [0, 1, 2, 3, 4], detail: 'lexer.ts:2' });
  expect(found.find(({ label }) => label === 'parser.ts')?.matched).toEqual([0, 1, 2, 3, 4]);
  expect(await labels('dpn')).toEqual(['parse-notes.md']);
  expect(await labels('zzz')).toEqual([]);
});

test('a kind that is asked for by name is the only one', async () => {
  expect(await labels('', 'folder')).toEqual(['src/', 'docs/']);
  expect(await labels('parse', 'file')).toEqual(['parser.ts', 'parse-notes.md']);
  expect(await labels('', 'symbol')).toEqual(['parseNumber']);
  expect(await labels('', 'thread')).toEqual(['Why does the parser fail?']);
});

test('an address is its page and nothing else', async () => {
  expect(await ask('https://example.org/a')).toMatchObject([{ kind: 'web', label: 'example.org/a' }]);
});

test('what is put into the text names what was chosen', async () => {
  const targets = [...(await ask('')), ...(await ask('pn', 'symbol'))].map(
    ({ markdown }) => findMentions(markdown, 'posix')[0]?.target,
  );
  expect(targets).toEqual([
    { kind: 'file', path: '/p/src/lexer.ts', line: 1, endLine: 2 },
    { kind: 'tabs' },
    { kind: 'diagnostics' },
    { kind: 'file', path: '/p/src/lexer.ts' },
    { kind: 'directory', path: '/p/src/' },
    { kind: 'file', path: '/p/src/parser.ts' },
    { kind: 'directory', path: '/p/docs/' },
    { kind: 'file', path: '/p/docs/parse-notes.md' },
    { kind: 'thread', id: 't1', name: 'Why does the parser fail?' },
    { kind: 'symbol', path: '/p/src/lexer.ts', name: 'parseNumber', line: 2, endLine: 9 },
  ]);
  const [symbol] = symbolOptions('pn', [{ path: '/p/a.ts', name: 'parseNumber', line: 1 }], 'posix');
  expect(symbol?.markdown).toBe('[@parseNumber](file:///p/a.ts?symbol=parseNumber#L1)');
});

test('50,000 paths are ranked in slices that leave the window free, and given up when they are not wanted', async () => {
  const many = Array.from({ length: 50_000 }, (_, index) =>
    path(`packages/part-${index % 400}/src/module-${index}.ts`),
  );
  let turns = 0;
  let isRanking = true;
  const turn = () => {
    turns += 1;
    if (isRanking) setTimeout(turn);
  };
  setTimeout(turn);
  const options = await mentionOptions({ words: 'mod49999', kind: null }, { ...sources, paths: many }, always);
  isRanking = false;
  expect(options?.[0]?.label).toBe('module-49999.ts');
  // Without a pause nothing else would have had its turn.
  expect(turns).toBeGreaterThan(0);
  let isWanted = true;
  const given = mentionOptions({ words: 'mod', kind: null }, { ...sources, paths: many }, () => isWanted);
  isWanted = false;
  expect(await given).toBeNull();
});
