import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Files, temporaryFolder } from '../testing/temporary-folder.ts';
import { formatColour, parseColour } from './colour.ts';
import { loadTheme } from './load-theme.ts';

async function load(files: Files, name = 'theme.json', theme: string | null = null) {
  const folder = await temporaryFolder(files);
  const loaded = await loadTheme(join(folder, name), theme);
  const within = loaded.files.map((file) => file.slice(folder.length + 1));
  if (!loaded.ok) return { problem: loaded.problem, broken: loaded.broken?.slice(folder.length + 1), within };
  const { source, remarks, family } = loaded;
  const colours = Object.fromEntries([...source.colours].map(([key, colour]) => [key, formatColour(colour)]));
  return { ...source, colours, remarks, family, within };
}

test('a theme is read with comments, trailing commas and a byte-order mark', async () => {
  const text = '\uFEFF// mine\n{ "name": "Mine", "type": "light", /* all */ "colors": { "foreground": "#123", }, }';
  expect(await load({ 'theme.json': text })).toMatchObject({
    name: 'Mine',
    type: 'light',
    colours: { foreground: '#112233' },
    remarks: [],
  });
});

test('what is included stands first, and the file itself goes over it', async () => {
  const loaded = await load(
    {
      'themes/theme.json':
        '{ "name": "Top", "include": "./parts/middle.json", "colors": { "a": "#111111" }, "tokenColors": [{ "scope": "top", "settings": {} }] }',
      'themes/parts/middle.json':
        '{ "name": "Middle", "include": "../../base.json", "colors": { "a": "#222222", "b": "#222222" } }',
      'base.json':
        '{ "type": "dark", "colors": { "a": "#333333", "b": "#333333", "c": "#333333" }, "tokenColors": [{ "scope": "base", "settings": {} }] }',
    },
    'themes/theme.json',
  );
  expect(loaded).toMatchObject({
    name: 'Top',
    type: 'dark',
    colours: { a: '#111111', b: '#222222', c: '#333333' },
    rules: [{ scopes: ['base'] }, { scopes: ['top'] }],
    within: ['themes/theme.json', 'themes/parts/middle.json', 'base.json'],
  });
});

test('a theme without a name is called as its file', async () => {
  expect(await load({ 'theme.json': '{ "colors": {} }' })).toMatchObject({ name: 'theme', type: null });
});

test('the rules may be in a file of their own, as a theme or as a list', async () => {
  const theme = '{ "tokenColors": "./rules.json" }';
  const rules = '[{ "scope": ["a, b", "c"], "settings": { "foreground": "#fff" } }]';
  const expected = { rules: [{ scopes: ['a, b', 'c'] }], within: ['theme.json', 'rules.json'] };
  expect(await load({ 'theme.json': theme, 'rules.json': rules })).toMatchObject(expected);
  expect(await load({ 'theme.json': theme, 'rules.json': `{ "settings": ${rules} }` })).toMatchObject(expected);
});

test('rules in a .tmTheme are left out, which is said', async () => {
  expect(await load({ 'theme.json': '{ "colors": { "a": "#111" }, "tokenColors": "./old.tmTheme" }' })).toMatchObject({
    colours: { a: '#111111' },
    remarks: ['The colours of code in “old.tmTheme” are left out: a .tmTheme file is not read. Save it as JSON.'],
  });
});

test('a bad colour or rule costs itself alone, and is counted', async () => {
  const loaded = await load({
    'theme.json': `{
      "name": 5,
      "colors": { "good": "#abc", "bad": "red; background:url(x)", "none": null, "usual": "default", "worse": { "a": 1 }, "__proto__": "#fff" },
      "tokenColors": [
        { "scope": "good", "settings": { "foreground": "#abcdef", "fontStyle": "italic" } },
        { "name": "A heading" },
        { "scope": ["also good"], "settings": { "fontStyle": "" } },
        { "settings": { "foreground": "#fff" } },
        { "scope": "bad", "settings": { "foreground": "tomato" } },
        { "scope": { "a": 1 }, "settings": {} },
        "nothing", null,
        { "scope": "odd", "settings": { "foreground": "#fff", "fontStyle": "x; color: red" } },
      ],
    }`,
  });
  expect(loaded).toMatchObject({
    name: 'theme',
    rules: [{ scopes: ['good'] }, { scopes: ['also good'] }, { scopes: [] }, { scopes: ['odd'], fontStyle: undefined }],
    remarks: [
      '6 of its colours and rules are in a form that is not taken, and are left out. Colours are written as #rrggbb.',
    ],
  });
  expect(loaded).toMatchObject({ colours: { good: '#aabbcc' } });
});

describe('what cannot be shown is told with what to do', () => {
  const rest = 'Until then the system’s colours are shown.';
  test.each<[string, Files, string, string | undefined]>([
    ['nothing', {}, 'The theme file “theme.json” was not found. Put it back, or choose another theme.', undefined],
    ['a folder', { 'theme.json/': '' }, '“theme.json” is not a file. Choose another theme.', undefined],
    [
      'broken JSON',
      { 'theme.json': '{\n  "colors": {}\n  "type": "dark"\n}' },
      'The theme file “theme.json” is not valid JSON: line 3, comma expected. Mend it, or choose another theme.',
      'theme.json',
    ],
    [
      'an empty file',
      { 'theme.json': '' },
      'The theme file “theme.json” is not valid JSON: line 1, value expected. Mend it, or choose another theme.',
      'theme.json',
    ],
    [
      'another JSON',
      { 'theme.json': '{ "name": "a package", "version": "1.0.0" }' },
      'The theme file “theme.json” is no theme: it has neither “colors” nor “tokenColors”, as those of VS Code, nor “themes”, as those of Zed. Mend it, or choose another theme.',
      'theme.json',
    ],
    [
      'no object',
      { 'theme.json': '"dark"' },
      'The theme file “theme.json” is no theme: it is no object in braces. Mend it, or choose another theme.',
      'theme.json',
    ],
    [
      'a cycle',
      { 'theme.json': '{ "include": "./b.json" }', 'b.json': '{ "include": "./theme.json" }' },
      'The theme file “b.json” includes “theme.json”, which includes it again. Remove one of these lines.',
      'b.json',
    ],
    [
      'itself',
      { 'theme.json': '{ "tokenColors": "./theme.json" }' },
      'The theme file “theme.json” includes “theme.json”, which includes it again. Remove one of these lines.',
      'theme.json',
    ],
    [
      'a missing part',
      { 'theme.json': '{ "include": "./base.json" }' },
      'The theme file “base.json” was not found. Put it back, or choose another theme.',
      undefined,
    ],
    [
      'an absolute path',
      { 'theme.json': '{ "include": "/etc/passwd" }' },
      'The theme file “theme.json” includes “passwd”. Name a .json file, relative to it.',
      'theme.json',
    ],
    [
      'another kind of file',
      { 'theme.json': '{ "include": "../../secret" }' },
      'The theme file “theme.json” includes “secret”. Name a .json file, relative to it.',
      'theme.json',
    ],
    [
      'JSON without end',
      { 'theme.json': '['.repeat(500_000) },
      'The theme file “theme.json” is not valid JSON: it is nested too deeply. Mend it, or choose another theme.',
      'theme.json',
    ],
    [
      'a very large file',
      { 'theme.json': `{ "colors": {} }${' '.repeat(2 * 1024 * 1024)}` },
      'The theme file “theme.json” is larger than 2 MB. Choose another theme.',
      undefined,
    ],
  ])('%s', async (_what, files, problem, broken) => {
    expect(await load(files)).toMatchObject({ problem: `${problem} ${rest}`, broken });
  });

  test('more files than a theme has', async () => {
    const chain = Array.from({ length: 12 }, (_, at) => [`${at}.json`, `{ "include": "./${at + 1}.json" }`]);
    expect(await load(Object.fromEntries(chain), '0.json')).toMatchObject({
      problem: `The theme consists of more than 10 files. ${rest}`,
      broken: '0.json',
    });
  });
});

test('what a link leads to is among the files to follow', async ({ skip }) => {
  const folder = await temporaryFolder({ 'real/theme.json': '{ "colors": {} }', 'links/': '' });
  const link = join(folder, 'links', 'theme.json');
  await symlink(join(folder, 'real', 'theme.json'), link).catch(() => skip('links are not permitted here'));
  expect((await loadTheme(link, null)).files).toEqual([link, join(folder, 'real', 'theme.json')]);
});

describe('a file of Zed', () => {
  const theme = (name: string, style: object, more = {}) => ({ name, appearance: 'dark', style, ...more });
  const files = (...themes: object[]) => ({ 'theme.json': JSON.stringify({ name: 'Shore', author: 'A', themes }) });

  test('has several themes, of which the first or the one of a name is taken', async () => {
    const both = files(
      theme('Night', { 'editor.background': '#101820', text: '#ddeeff', players: [{ selection: '#ffffff40' }] }),
      theme('Day', { background: '#fafafa', 'editor.background': null }, { appearance: 'light' }),
    );
    expect(await load(both)).toMatchObject({
      name: 'Night',
      type: 'dark',
      colours: {
        'editor.background': '#101820',
        'editor.foreground': '#ddeeff',
        foreground: '#ddeeff',
        'editor.selectionBackground': '#ffffff40',
      },
      family: ['Night', 'Day'],
      remarks: [],
    });
    expect(await load(both, 'theme.json', 'Day')).toMatchObject({
      name: 'Day',
      type: 'light',
      colours: { 'editor.background': '#fafafa' },
    });
  });

  test('has captures of syntax, with a style of their own or of the editor', async () => {
    const syntax = {
      keyword: { color: '#ff9900', font_style: 'italic', font_weight: 700 },
      title: { color: '#ffffff', font_style: null, font_weight: 400 },
      comment: { color: '#667788', font_style: null, font_weight: null },
    };
    expect(await load(files(theme('Night', { syntax, error: '#ff0000' })))).toMatchObject({
      captures: new Map([
        ['keyword', { foreground: parseColour('#ff9900'), fontStyle: 'italic bold' }],
        ['title', { foreground: parseColour('#ffffff'), fontStyle: '' }],
        ['comment', { foreground: parseColour('#667788'), fontStyle: undefined }],
        ['invalid', { foreground: parseColour('#ff0000') }],
      ]),
    });
  });

  test('costs what is wrong in it itself alone, and says so', async () => {
    const bad = { text: 'red', border: 3, syntax: { keyword: '#fff', comment: { color: 'blue' } }, accents: ['x'] };
    const loaded = await load(files(theme('Night', bad), { name: 'Day' }, theme('a\nb', {})));
    expect(loaded).toMatchObject({
      name: 'Night',
      family: ['Night'],
      remarks: [
        '2 of its themes are left out: each needs a “name”, an “appearance”, light or dark, and a “style”.',
        '4 of its colours and rules are in a form that is not taken, and are left out. Colours are written as #rrggbb.',
      ],
    });
  });

  test.each([
    [files(), null, 'has no theme in its list “themes”'],
    [files(theme('Night', {})), 'Day', 'has no theme “Day”'],
  ])('without the theme that is asked for says so', async (given, name, fault) => {
    expect(await load(given, 'theme.json', name)).toMatchObject({
      problem: `The theme file “theme.json” ${fault}. Mend it, or choose another theme. Until then the system’s colours are shown.`,
      broken: 'theme.json',
    });
  });
});
