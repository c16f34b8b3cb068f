import { describe, expect, test } from 'vitest';
import { randomOf } from '../../shared/testing/random.ts';
import { type Colour, contrast, formatColour, mix, over, parseColour } from './colour.ts';
import { calm, legible } from './legible.ts';

const colour = (hex: string): Colour => {
  const parsed = parseColour(hex);
  if (!parsed) throw new Error(`${hex} is no colour`);
  return parsed;
};
const [black, white] = [colour('#000000'), colour('#ffffff')];

describe('a colour', () => {
  test.each([
    ['#f00', '#ff0000'],
    ['#f008', '#ff000088'],
    ['#A1b2C3', '#a1b2c3'],
    ['#a1b2c3d4', '#a1b2c3d4'],
    ['#a1b2c3ff', '#a1b2c3'],
  ])('%s is %s', (text, same) => {
    expect(formatColour(colour(text))).toBe(same);
  });

  test.each([
    'red',
    '#ff',
    '#fffff',
    '#fffffff',
    '#fffffffff',
    'fff',
    '#ggg',
    '#fff ',
    '#fff\n',
    'rgb(0,0,0)',
    'var(--text)',
    'red; background:url(https://example.org)',
    '#fff;background:url(x)',
    '',
  ])('%j is none', (text) => {
    expect(parseColour(text)).toBeNull();
  });

  test('has the contrast that WCAG gives it', () => {
    expect(contrast(black, white)).toBeCloseTo(21);
    expect(contrast(colour('#767676'), white)).toBeCloseTo(4.54, 2);
  });

  test('is seen through', () => {
    expect(formatColour(over(colour('#ffffff80'), black))).toBe('#808080');
    expect(formatColour(mix(black, white, 0.5))).toBe('#808080');
  });
});

test('what is legible stays as it is', () => {
  expect(legible(colour('#595959'), [white], 4.5)).toEqual(colour('#595959'));
  expect(calm(colour('#ddeeff'), white, [black], 4.5)).toEqual(colour('#ddeeff'));
});

test('what is not keeps its hue as far as it can', () => {
  const { red, green, blue } = legible(colour('#7a5cff'), [black], 6);
  expect(blue).toBeGreaterThan(green);
  expect(blue).toBeGreaterThan(red);
  expect(contrast({ red, green, blue, alpha: 1 }, black)).toBeLessThan(6.5);
});

test('any text is legible on any surface, and on any background that is calmed for it', () => {
  const random = randomOf('legible');
  const channel = () => Math.floor(random() * 256);
  const any = (): Colour => ({ red: channel(), green: channel(), blue: channel(), alpha: 1 });
  for (let round = 0; round < 3000; round++) {
    const [text, surface, background] = [any(), any(), any()];
    const shown = legible(text, [surface], 4.5);
    expect(contrast(shown, surface)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shown, calm(background, surface, [shown], 4.5))).toBeGreaterThanOrEqual(4.5);
  }
});
