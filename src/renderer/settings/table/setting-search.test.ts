import { expect, test } from 'vitest';
import { settingKeys } from '../../../shared/contract/settings/setting-table.ts';
import { formatRulers, readRulers } from './ruler-field.ts';
import { findSettings } from './setting-search.ts';

test.each([
  ['wordwrapcolumn', ['editor.wordWrap', 'editor.wordWrapColumn']],
  ['Wrap COLUMN', ['editor.wordWrap', 'editor.wordWrapColumn']],
  ['ligatures', ['editor.fontLigatures']],
  ['dots', ['editor.renderWhitespace']],
  ['dark', ['theme']],
  ['external agents', ['agent_servers']],
  ['threads', ['autoTitles', 'threadLimit']],
  ['allowed nothing that is here', []],
  ['  ', []],
] as const)('“%s” finds settings by title, explanation, key and choices', (query, keys) => {
  expect(findSettings(query)).toEqual(keys);
});

test('every setting is found by its key', () => {
  for (const key of settingKeys) expect(findSettings(key)).toContain(key);
});

test('rulers are written as columns, and keep their colours', () => {
  const rulers = [80, { column: 120, color: '#f00' }];
  expect(formatRulers(rulers)).toBe('80, 120');
  expect(readRulers(' 100 120,', rulers)).toEqual([100, { column: 120, color: '#f00' }]);
  expect(readRulers('', rulers)).toEqual([]);
  expect(readRulers('80, wide', rulers)).toBeNull();
});
