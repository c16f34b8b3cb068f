import { describe, expect, test } from 'vitest';
import { codeTags } from '../../shared/contract/themes/code-tags.ts';
import { randomOf } from '../../shared/testing/random.ts';
import { contrast, over, parseColour } from './colour.ts';
import type { ThemeSource } from './load-theme.ts';
import { mapTheme } from './map-theme.ts';
import { readFamily } from './read-family.ts';
import { readTheme } from './read-theme.ts';

function map(theme: unknown) {
  const read = readTheme(theme);
  if (!read.ok) throw new Error(read.fault);
  return mapTheme({ ...read.content, name: 'a theme' });
}
const variablesOf = (theme: unknown) => map(theme).variables;
const contrastIn = (variables: Readonly<Record<string, string>>, one: string, other: string): number => {
  const [first, second, surface] = [one, other, '--surface-0'].map((name) => parseColour(variables[name] ?? ''));
  if (!first || !second || !surface) throw new Error(`${one} or ${other} is no colour`);
  return contrast(over(first, surface), over(second, surface));
};

describe('the kind of a theme', () => {
  test.each([
    [{ type: 'dark', colors: {} }, 'dark'],
    [{ type: 'light', colors: {} }, 'light'],
    [{ type: 'hc', colors: {} }, 'highContrastDark'],
    [{ type: 'hcDark', colors: {} }, 'highContrastDark'],
    [{ type: 'hc-light', colors: {} }, 'highContrastLight'],
    [{ colors: { 'editor.background': '#fdf6e3' } }, 'light'],
    [{ colors: { 'editor.background': '#222' } }, 'dark'],
    [{ tokenColors: [{ settings: { background: '#fafafa', foreground: '#333' } }] }, 'light'],
    // By a wrong word the system's own controls would be dark on dark.
    [{ type: 'dark', colors: { 'editor.background': '#fff' } }, 'light'],
    [{ colors: {} }, 'dark'],
  ])('%j is %s', (theme, kind) => {
    expect(map(theme).kind).toBe(kind);
  });
});

test('the colours of the workbench become tokens, those that are seen through as they are seen', () => {
  const variables = variablesOf({
    type: 'dark',
    colors: {
      'editor.background': '#202020',
      'editor.foreground': '#eeeeee',
      foreground: '#dddddd',
      'sideBar.background': '#101010',
      'list.hoverBackground': '#ffffff18',
      'button.background': '#77ccff',
      'editor.selectionBackground': '#ffffff40',
      'editorCursor.foreground': '#ffcc00',
      'panel.border': '#333333',
    },
  });
  expect(variables).toMatchObject({
    '--surface-0': '#202020',
    '--surface-1': '#101010',
    '--surface-2': '#262626',
    '--text': '#dddddd',
    '--code-text': '#eeeeee',
    '--accent': '#77ccff',
    '--selection': '#585858',
    '--caret': '#ffcc00',
    '--border': '#333333',
  });
});

test.each([
  ['#102030', '#18283a'],
  ['#ffffff', '#f0f4f8'],
  ['#fdf6e3', '#eee8d5'],
  ['#000000', '#0a0a0a'],
])('the selection on %s is seen through the line of the cursor, which looks like %s all the same', (text, line) => {
  const variables = variablesOf({ colors: { 'editor.background': text, 'editor.lineHighlightBackground': line } });
  const [veil, surface, wanted] = [variables['--line-active'], text, line].map((one) => parseColour(one ?? ''));
  if (!veil || !surface || !wanted) throw new Error('there is a colour missing');
  expect(veil.alpha).toBeLessThan(0.15);
  const seen = over(veil, surface);
  for (const channel of ['red', 'green', 'blue'] as const) {
    expect(Math.abs(seen[channel] - wanted[channel])).toBeLessThanOrEqual(1);
  }
});

test('what a theme does not say is made of what it says', () => {
  const variables = variablesOf({ colors: { 'editor.background': '#fbf1dd', 'editor.foreground': '#5b4636' } });
  expect(variables['--surface-1']).toMatch(/^#f[\da-f]e[\da-f]d[\da-f]$/);
  expect(variables['--text']).toBe('#5b4636');
  expect(contrastIn(variables, '--border-strong', '--surface-0')).toBeGreaterThanOrEqual(3);
});

test('a dark bar beside a light text is brought near it: there is one colour of text for both', () => {
  const variables = variablesOf({ colors: { 'editor.background': '#ffffff', 'sideBar.background': '#202020' } });
  expect(contrastIn(variables, '--text', '--surface-1')).toBeGreaterThanOrEqual(4.5);
});

test('a theme of Zed is coloured by its captures, and is as legible', () => {
  const style = {
    'editor.background': '#10202080',
    text: '#e0e0e0',
    'text.accent': '#55bbff',
    syntax: {
      keyword: { color: '#ff8800', font_weight: 700 },
      'keyword.import': { color: '#ffaa00', font_style: 'italic' },
      comment: { color: '#223333' },
      emphasis: { font_style: 'italic' },
      'string.escape': { color: '#00ffff80' },
    },
  };
  const [theme] = readFamily({ themes: [{ name: 'Shore', appearance: 'dark', style }] })?.themes ?? [];
  const { kind, variables } = mapTheme({ ...theme, rules: [] } as ThemeSource);
  expect(kind).toBe('dark');
  expect(variables).toMatchObject({
    '--surface-0': '#171f1f',
    '--accent': '#55bbff',
    '--text': '#e0e0e0',
    '--tag-definition-keyword': '#ff8800',
    '--tag-definition-keyword-weight': 'bold',
    '--tag-module-keyword': '#ffaa00',
    '--tag-module-keyword-style': 'italic',
    '--tag-module-keyword-weight': 'normal',
    '--tag-number': '#e0e0e0',
    '--tag-emphasis-style': 'italic',
  });
  expect(variables).not.toHaveProperty('--tag-emphasis');
  for (const tag of ['--tag-comment', '--tag-escape']) {
    expect(contrastIn(variables, tag, '--surface-0')).toBeGreaterThanOrEqual(4.5);
  }
});

test('clear surfaces of a theme of Zed that the desktop shines through have the colour of its window', () => {
  const style = {
    'background.appearance': 'blurred',
    background: '#eff1f5d7',
    'editor.background': '#00000000',
    'panel.background': '#00000010',
    text: '#4c4f69',
  };
  const [theme] = readFamily({ themes: [{ name: 'Haze', appearance: 'light', style }] })?.themes ?? [];
  const { variables } = mapTheme({ ...theme, rules: [] } as ThemeSource);
  expect(variables).toMatchObject({ '--surface-0': '#eff1f5', '--surface-1': '#e0e2e6' });
});

describe('the colours of code', () => {
  const variables = variablesOf({
    colors: { 'editor.background': '#000000', 'editor.foreground': '#ffffff' },
    tokenColors: [
      { scope: 'comment', settings: { foreground: '#303030', fontStyle: 'italic' } },
      { scope: ['keyword', 'storage.type'], settings: { foreground: '#ff8800' } },
      { scope: 'keyword.control.flow', settings: { foreground: '#ffaa00', fontStyle: 'bold underline' } },
      { scope: 'entity.name.function, support.function', settings: { foreground: '#00ffff' } },
      { scope: 'source.css keyword', settings: { foreground: '#ff0000' } },
      { scope: 'markup.italic', settings: { fontStyle: 'italic strikethrough' } },
      { scope: 'string', settings: { fontStyle: '' } },
    ],
  });

  test('are those of the scopes that the thing has in themes', () => {
    expect(variables).toMatchObject({
      '--tag-keyword': '#ff8800',
      '--tag-definition-keyword': '#ff8800',
      '--tag-control-keyword': '#ffaa00',
      '--tag-control-keyword-weight': 'bold',
      '--tag-control-keyword-style': 'normal',
      '--tag-control-keyword-line': 'underline',
      '--tag-function': '#00ffff',
      '--tag-method-definition': '#00ffff',
      '--code-function': '#00ffff',
    });
    expect(variables).not.toHaveProperty('--tag-keyword-style');
  });

  test('are those of the text where a theme says nothing, but for what takes its colour from around it', () => {
    expect(variables).toMatchObject({ '--tag-number': '#ffffff', '--tag-string': '#ffffff' });
    expect(variables).not.toHaveProperty('--tag-emphasis');
    expect(variables).toMatchObject({ '--tag-emphasis-style': 'italic', '--tag-emphasis-line': 'line-through' });
    expect(variables).toMatchObject({ '--tag-string-style': 'normal', '--tag-string-line': 'none' });
  });

  test('are moved until they are legible', () => {
    expect(contrastIn(variables, '--tag-comment', '--surface-0')).toBeGreaterThanOrEqual(4.5);
  });

  test('are known for most tags of a theme with the usual scopes', () => {
    const usual = [
      'comment',
      'keyword',
      'storage',
      'string',
      'constant',
      'variable',
      'entity',
      'support',
      'markup',
      'punctuation',
      'meta',
      'invalid',
    ];
    const named = variablesOf({
      colors: { 'editor.background': '#000000', 'editor.foreground': '#ffffff' },
      tokenColors: usual.map((scope) => ({ scope, settings: { foreground: '#88aa22' } })),
    });
    expect(codeTags.filter((tag) => named[`--tag-${tag}`] !== '#88aa22')).toEqual([]);
  });
});

/** The texts of tokens.css, and the surfaces that they are on. */
const texts = ['text', 'text-quiet', 'accent', 'danger', 'warning', 'success'];
const surfaces = ['surface-0', 'surface-1', 'surface-2', 'accent-soft'];
const keys = [
  'editor.background',
  'editor.foreground',
  'foreground',
  'sideBar.background',
  'list.hoverBackground',
  'list.activeSelectionBackground',
  'descriptionForeground',
  'button.background',
  'button.foreground',
  'focusBorder',
  'errorForeground',
  'input.border',
  'editor.selectionBackground',
  'editor.lineHighlightBackground',
  'editor.findMatchHighlightBackground',
  'diffEditor.insertedLineBackground',
  'terminal.ansiRed',
  'terminal.ansiGreen',
  'editorLineNumber.foreground',
];

test('whatever colours a theme has, every text of it is legible', () => {
  const random = randomOf('map-theme');
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  for (let round = 0; round < 200; round++) {
    const chosen = keys.filter(() => random() < 0.7).map((key) => [key, `#${digits(random() < 0.7 ? 6 : 8)}`]);
    const tokenColors = ['comment', 'keyword', 'string', 'entity'].map((scope) => ({
      scope,
      settings: { foreground: `#${digits(6)}` },
    }));
    const theme = { colors: Object.fromEntries(chosen), tokenColors };
    const variables = variablesOf(theme);
    const hasContrast = (one: string, other: string, least: number) =>
      expect(contrastIn(variables, one, other), `${one} on ${other}: ${JSON.stringify(theme)}`).toBeGreaterThanOrEqual(
        least,
      );
    for (const surface of surfaces) {
      for (const text of texts) hasContrast(`--${text}`, `--${surface}`, 4.5);
      hasContrast('--border-strong', `--${surface}`, 3);
      hasContrast('--file-script', `--${surface}`, 3);
    }
    for (const background of ['selection', 'match']) {
      hasContrast('--text', `--${background}`, 3.5);
      hasContrast('--code-text', `--${background}`, 3.5);
    }
    for (const background of ['added', 'added-strong', 'removed', 'removed-strong']) {
      hasContrast('--text', `--${background}`, 4.5);
    }
    for (const background of ['selection', 'match']) hasContrast('--tag-comment', `--${background}`, 3);
    hasContrast('--accent-text', '--accent', 4.5);
    hasContrast('--text-faint', '--surface-0', 4.5);
    hasContrast('--code-text', '--surface-0', 4.5);
    for (const tag of codeTags.filter((name) => `--tag-${name}` in variables)) {
      for (const line of ['surface-0', 'line-active', 'added', 'removed'])
        hasContrast(`--tag-${tag}`, `--${line}`, 4.5);
    }
    for (const name of ['keyword', 'string', 'comment']) hasContrast(`--code-${name}`, '--surface-1', 4.5);
  }
});

test('a high contrast theme has more contrast, and lines that can be seen', () => {
  const variables = variablesOf({
    type: 'hc',
    colors: { 'editor.background': '#000000', 'editor.foreground': '#808080', contrastBorder: '#333333' },
  });
  expect(contrastIn(variables, '--text', '--surface-0')).toBeGreaterThanOrEqual(7);
  expect(contrastIn(variables, '--border', '--surface-0')).toBeGreaterThanOrEqual(3);
});

test('nothing but colours and words of fonts comes out, whatever stands in the file', () => {
  const hostile = 'red; background:url(https://example.org/x)';
  const variables = variablesOf({
    name: hostile,
    type: hostile,
    colors: { 'editor.background': hostile, foreground: `#fff;${hostile}`, [hostile]: '#fff' },
    tokenColors: [
      { scope: 'comment', settings: { foreground: hostile, fontStyle: 'italic' } },
      { scope: 'string', settings: { foreground: '#ff0', fontStyle: hostile } },
      { scope: hostile, settings: { foreground: '#ff0' } },
      null,
      [],
      'rule',
      { scope: 5, settings: {} },
    ],
  });
  for (const [name, value] of Object.entries(variables)) {
    expect(name).toMatch(/^--[a-z0-9-]+$/);
    if (name !== '--shadow')
      expect(value).toMatch(/^(?:#(?:[\da-f]{6}|[\da-f]{8})|normal|bold|italic|none|underline|line-through)$/);
  }
  expect(variables['--tag-string']).not.toBe(variables['--code-text']);
});

describe('of a theme that was made for another editor', () => {
  const theme = {
    colors: {
      'editor.background': '#282a36',
      'editor.foreground': '#f8f8f2',
      foreground: '#6a6a6a',
      descriptionForeground: '#f8f8f2',
      'button.background': '#44475a',
      focusBorder: '#555555',
      'panel.border': '#282a36',
      'list.hoverBackground': '#909090',
      'editor.selectionBackground': '#282a37',
    },
    tokenColors: [{ scope: 'entity.name.function', settings: { foreground: '#50fa7b' } }],
  };
  const variables = variablesOf(theme);

  test('the text of the window is the one of code where its own is pale, with a quieter one beside it', () => {
    expect(variables['--text']).toBe('#f8f8f2');
    expect(contrastIn(variables, '--text-quiet', '--surface-0')).toBeLessThan(9);
  });

  test('the accent is a vivid colour, of code where there is no other', () => {
    expect(variables['--accent']).toBe('#50fa7b');
    expect(variablesOf({ ...theme, colors: { ...theme.colors, focusBorder: '#ff79c6' } })['--accent']).toMatch(/^#ff/);
  });

  test('borders and the selection can be seen, and a row that is pointed at does not shout', () => {
    expect(contrastIn(variables, '--border', '--surface-1')).toBeGreaterThan(1.08);
    expect(contrastIn(variables, '--selection', '--surface-0')).toBeGreaterThan(1.12);
    expect(contrastIn(variables, '--surface-2', '--surface-1')).toBeLessThanOrEqual(1.35);
  });
});
