import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast, parseColour } from '../src/main/themes/colour.ts';
import { mapTheme } from '../src/main/themes/map-theme.ts';
import { themeKinds } from '../src/shared/contract/themes/theme.ts';

const css = readFileSync(new URL('../src/renderer/base/tokens.css', import.meta.url), 'utf8');
/** The tokens of each theme as they stand in its block. */
const blocks = new Map(
  [...css.matchAll(/^:root(?:\[data-theme='(\w+)'\])? \{([^}]+)\}/gm)].map(([, kind = 'light', block = '']) => [
    kind,
    Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value])),
  ]),
);
const tokensOf = (kind: string) => ({ ...blocks.get('light'), ...blocks.get(kind) });
/** Names of colours, in the block of light. */
const colours = Object.entries(blocks.get('light') ?? {})
  .filter(([, value]) => /^(?:#|rgb|transparent)/.test(value))
  .map(([name]) => name);

function contrastOf(tokens: Readonly<Record<string, string>>, one: string, other: string): number {
  const [first, second] = [parseColour(tokens[one] ?? ''), parseColour(tokens[other] ?? '')];
  if (!first || !second) throw new Error(`${one} or ${other} is no colour`);
  return contrast(first, second);
}

const texts = ['text', 'text-quiet', 'accent', 'danger', 'warning', 'success'];
const code = ['keyword', 'string', 'number', 'comment', 'function', 'type'].map((name) => `code-${name}`);
const surfaces = ['surface-0', 'surface-1', 'surface-2', 'accent-soft'];

describe.each([
  ['light', 4.5, 3],
  ['dark', 4.5, 3],
  ['highContrastLight', 7, 4.5],
  ['highContrastDark', 7, 4.5],
] as const)('the colours of %s', (kind, leastOfText, leastOfHue) => {
  const tokens = tokensOf(kind);
  const isHigh = kind.startsWith('highContrast');

  test.each(texts)('%s is legible on every surface', (text) => {
    for (const surface of isHigh ? surfaces : surfaces.slice(0, 2)) {
      expect(contrastOf(tokens, text, surface), surface).toBeGreaterThanOrEqual(leastOfText);
    }
  });

  test('code is legible in the editor and in answers, and so are line numbers and the words of buttons', () => {
    for (const name of code) {
      for (const surface of ['surface-0', 'surface-1']) {
        expect(contrastOf(tokens, name, surface), `${name} on ${surface}`).toBeGreaterThanOrEqual(leastOfText);
      }
    }
    expect(contrastOf(tokens, 'text-faint', 'surface-0')).toBeGreaterThanOrEqual(leastOfText);
    expect(contrastOf(tokens, 'accent-text', 'accent')).toBeGreaterThanOrEqual(leastOfText);
  });

  test('text is legible where it is selected, found, added or removed', () => {
    for (const background of ['selection', 'match', 'added', 'removed']) {
      expect(contrastOf(tokens, 'text', background), background).toBeGreaterThanOrEqual(leastOfText);
    }
  });

  test('the hues of files stand out on every surface', () => {
    const hues = Object.keys(tokens).filter((name) => name.startsWith('file-'));
    expect(hues).toHaveLength(8);
    for (const hue of hues) {
      for (const surface of surfaces)
        expect(contrastOf(tokens, hue, surface), `${hue} on ${surface}`).toBeGreaterThanOrEqual(leastOfHue);
    }
  });
});

describe.each(['highContrastLight', 'highContrastDark'])('%s', (kind) => {
  const tokens = blocks.get(kind) ?? {};

  test('has a value of its own for each colour, and none of another theme', () => {
    expect(Object.keys(tokens).filter((name) => name !== 'shadow')).toEqual(colours);
  });

  test('is black and white, with lines that can be seen', () => {
    expect([tokens['surface-0'], tokens.text].sort()).toEqual(['#000000', '#ffffff']);
    for (const border of [
      'border',
      'border-strong',
      'button-border',
      'selection-border',
      'match-border',
      'scrollbar',
    ]) {
      for (const surface of surfaces)
        expect(contrastOf(tokens, border, surface), `${border} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(['added-strong', 'removed-strong', 'success-mark', 'warning-mark'])(
    '%s can be told from its line',
    (mark) => {
      for (const surface of ['surface-0', 'added', 'removed']) {
        expect(contrastOf(tokens, mark, surface), surface).toBeGreaterThanOrEqual(3);
      }
    },
  );
});

test('there is a block for each theme, and a theme file sets every colour of them', () => {
  expect([...blocks.keys()]).toEqual([...themeKinds]);
  const { variables } = mapTheme({ name: 'empty', type: null, colours: new Map(), rules: [] });
  expect(Object.keys(variables)).toEqual(expect.arrayContaining([...colours, 'shadow'].map((name) => `--${name}`)));
});
