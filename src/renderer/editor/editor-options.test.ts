import { expect, test } from 'vitest';
import { blanksOf } from './display/whitespace-marks.ts';
import { lineHeightOf } from './editor-options.ts';
import { settingLanguages } from './languages/setting-languages.ts';

test('the height of a line is made of the font’s size, multiplied with it, or in pixels', () => {
  expect([0, 2, 7.5, 8, 30].map((height) => lineHeightOf(height, 13))).toEqual([20, 26, 98, 8, 30]);
});

test('a language is known by its own id and by the one of VS Code', () => {
  expect(['Python', 'C++', 'TSX', 'Shell', undefined].map(settingLanguages)).toEqual([
    ['python'],
    ['cpp'],
    ['tsx', 'typescriptreact'],
    ['shell', 'shellscript'],
    [],
  ]);
});

test.each([
  ['all', [0, 1, 3, 5, 6, 8]],
  ['boundary', [0, 1, 5, 6, 8]],
  ['trailing', [8]],
] as const)('of the blanks of a line %s are marked', (where, places) => {
  expect(blanksOf('\t b c  d ', where)).toEqual(places);
});
