import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

describe('the hues of files', () => {
  const css = readFileSync(new URL('../src/renderer/base/tokens.css', import.meta.url), 'utf8');
  const [usual = '', more = ''] = css.split('@media (prefers-contrast: more)');
  const isDark = /data-theme='dark'\] \{/;
  const valuesIn = (block: string) =>
    Object.fromEntries(
      [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
    );
  const themes = (text: string) => text.split(isDark).map(valuesIn);

  test.each([
    ['light', themes(usual)[0], themes(usual)[0], 3],
    ['dark', themes(usual)[1], themes(usual)[1], 3],
    ['light with more contrast', themes(usual)[0], themes(more)[0], 4.5],
    ['dark with more contrast', themes(usual)[1], themes(more)[1], 4.5],
  ])('stand out on every surface: %s', (_theme, surfaces, values = {}, least) => {
    const hues = Object.entries(values).filter(([name]) => name.startsWith('file-'));
    expect(hues).toHaveLength(8);
    for (const [name, hue] of hues)
      for (const surface of ['surface-0', 'surface-1', 'surface-2', 'accent-soft'])
        expect(contrast(hue, surfaces?.[surface]), `${name} on ${surface}`).toBeGreaterThan(least);
  });
});

function contrast(one = '', other = ''): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
