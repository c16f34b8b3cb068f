import { expect, test } from 'vitest';
import type { FileTheme } from '../../../shared/contract/themes/theme.ts';
import { themeChoices } from './theme-choices.ts';

const file: FileTheme = { path: '/t/shore.json', name: 'Night', family: ['Night', 'Day'], kind: 'dark', variables: {} };
const roots = [
  { value: '/r/dusk.json', label: 'dusk' },
  { value: '/t/shore.json#Day', label: 'Day' },
];
const listed = (...call: Parameters<typeof themeChoices>) =>
  themeChoices(...call).map(({ value, label }) => `${label} ${value}`);

test('the list has the themes of the roots, and all of the file that is set, each once', () => {
  expect(listed('dark', roots, null)).toEqual(['dusk /r/dusk.json', 'Day /t/shore.json#Day']);
  expect(listed('/t/shore.json', roots, file)).toEqual([
    'dusk /r/dusk.json',
    'Day /t/shore.json#Day',
    'Night /t/shore.json',
  ]);
  expect(listed('/t/shore.json#Night', [], file)).toEqual(['Night /t/shore.json#Night', 'Day /t/shore.json#Day']);
});

test('a file that is not shown is called by the name in the setting, or as the file', () => {
  expect(listed('/r/dusk.json', roots, { ...file, path: '/r/dusk.json', name: 'Dusk', family: [] })).toEqual([
    'Dusk /r/dusk.json',
    'Day /t/shore.json#Day',
  ]);
  expect(listed('/t/noon.json', [], file)).toEqual(['noon /t/noon.json']);
  expect(listed('/t/noon.json#High', [], null)).toEqual(['High /t/noon.json#High']);
});
