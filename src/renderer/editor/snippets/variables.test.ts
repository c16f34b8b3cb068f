import { javascript } from '@codemirror/lang-javascript';
import { expect, test } from 'vitest';
import { stateOf } from '../editing/editing.fixture.ts';
import { valueOfVariable } from './variables.ts';

const place = {
  state: stateOf('one\nlet wo«rd»s = 1', javascript()),
  key: '/home/me/app/src/my.test.ts',
  root: '/home/me/app',
  now: new Date(2026, 1, 3, 4, 5, 6),
};

test.each([
  ['TM_SELECTED_TEXT', 'rd'],
  ['TM_CURRENT_LINE', 'let words = 1'],
  ['TM_CURRENT_WORD', 'words'],
  ['TM_LINE_INDEX', '1'],
  ['TM_LINE_NUMBER', '2'],
  ['TM_FILENAME', 'my.test.ts'],
  ['TM_FILENAME_BASE', 'my.test'],
  ['TM_DIRECTORY', '/home/me/app/src'],
  ['TM_FILEPATH', '/home/me/app/src/my.test.ts'],
  ['RELATIVE_FILEPATH', 'src/my.test.ts'],
  ['WORKSPACE_NAME', 'app'],
  ['CURRENT_YEAR_SHORT', '26'],
  ['CURRENT_MONTH', '02'],
  ['CURRENT_MONTH_NAME', 'February'],
  ['CURRENT_DAY_NAME_SHORT', 'Tue'],
  ['CURRENT_HOUR', '04'],
  ['LINE_COMMENT', '//'],
  ['BLOCK_COMMENT_END', '*/'],
  // It is not for whoever wrote a snippet.
  ['CLIPBOARD', null],
  ['NOTHING', undefined],
  ['constructor', undefined],
])('%s is %s', (name, value) => expect(valueOfVariable(name, place)).toBe(value));

test('what a text without a file has no value for is left to the snippet', () => {
  const untitled = { ...place, key: 'untitled:/1', state: stateOf('|') };
  const names = [
    'TM_FILENAME',
    'TM_FILENAME_BASE',
    'TM_DIRECTORY',
    'RELATIVE_FILEPATH',
    'TM_SELECTED_TEXT',
    'LINE_COMMENT',
  ];
  expect(names.map((name) => valueOfVariable(name, untitled))).toEqual(names.map(() => null));
});

test('what is drawn at random has its form, and is another one the next time', () => {
  const drawn = (name: string) => valueOfVariable(name, place);
  expect(drawn('RANDOM')).toMatch(/^\d{6}$/);
  expect(drawn('RANDOM_HEX')).toMatch(/^[\da-f]{6}$/);
  expect(drawn('UUID')).not.toBe(drawn('UUID'));
  expect(drawn('CURRENT_TIMEZONE_OFFSET')).toMatch(/^[+-]\d\d:\d\d$/);
});
