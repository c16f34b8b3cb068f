import { describe, expect, test } from 'vitest';
import { appStateSchema, defaultLayout } from '../app-state.ts';
import { defaultSettings, settingKeys, settingRow } from './setting-table.ts';
import { settingSchemas, settingsChangeSchema } from './settings.ts';

describe('the table of settings', () => {
  test.each(settingKeys)('%s takes its own default, and says what it is', (key) => {
    expect(settingSchemas[key].parse(defaultSettings[key])).toEqual(defaultSettings[key]);
    const { title, description } = settingRow(key);
    expect(title).toMatch(/^[A-Z][^.]+$/);
    expect(description).toMatch(/^[A-Z0-9].*[.]$/);
  });

  test.each([
    ['theme', 'blue'],
    ['theme', 'themes/mine.json'],
    ['theme', '/themes/mine.tmTheme'],
    ['theme', `/${'a'.repeat(5000)}.json`],
    ['editor.fontFamily', '"x'],
    ['editor.fontFamily', 'a; b'],
    ['editor.fontFamily', 'a {'],
    ['editor.fontFamily', 'a,'],
    ['editor.fontFamily', '3270 Nerd Font'],
    ['editor.fontSize', 5],
    ['editor.fontSize', '13'],
    ['editor.tabSize', 2.5],
    ['editor.wordWrap', 'screen'],
    ['editor.rulers', [80, 'wide']],
    ['editor.rulers', 80],
    ['editor.fontLigatures', 1],
    ['toolRules', [{ effect: 'command' }]],
    ['extensions', { sample: { count: [3] } }],
  ] as const)('%s does not take %j', (key, value) => {
    expect(settingsChangeSchema.safeParse({ [key]: value }).success).toBe(false);
  });

  test.each([
    ['theme', 'highContrastDark', 'highContrastDark'],
    ['theme', '/themes/mine.json', '/themes/mine.json'],
    ['theme', 'C:\\themes\\mine.JSON', 'C:\\themes\\mine.JSON'],
    ['editor.fontFamily', '-apple-system,"Fira; Code" , メイリオ', '-apple-system,"Fira; Code" , メイリオ'],
    ['editor.fontFamily', "'Droid Sans Mono', JetBrains Mono", "'Droid Sans Mono', JetBrains Mono"],
    ['editor.fontWeight', 500, '500'],
    ['editor.fontLigatures', "'ss01'", "'ss01'"],
    ['editor.rulers', [80, { column: 120, color: '#f00' }], [80, { column: 120, color: '#f00' }]],
    ['editor.wordWrap', 'bounded', 'bounded'],
    ['threadLimit', { tokens: 1000, cost: 2, perDay: 5 }, { tokens: 1000, cost: 2, perDay: 5 }],
    ['sizeLimits', { answer: 1_000_000, video: 5 }, { answer: 1_000_000, video: 5 }],
  ] as const)('%s takes %j, as VS Code or a later version writes it', (key, value, taken) => {
    expect(settingsChangeSchema.parse({ [key]: value })).toEqual({ [key]: taken });
  });

  test('a key that is no setting is no change', () => {
    expect(settingsChangeSchema.safeParse({ 'editor.fontsize': 13 }).success).toBe(false);
  });
});

describe('what the app remembers', () => {
  test('is kept, keys of a later version included, at every depth', () => {
    const state = {
      model: 'a:b/c',
      favouriteModels: ['a:b/c'],
      layouts: { '/project': { ...defaultLayout, treeVisible: false, terminalHeight: 100 } },
      recentFolders: ['/project'],
      window: { x: 0, y: 0, width: 800, height: 600, isMaximized: true, display: 2 },
      addedLater: { deep: [1] },
    };
    expect(appStateSchema.parse(state)).toEqual(state);
    expect(appStateSchema.parse({ layouts: { '': {} } }).layouts['']).toEqual(defaultLayout);
  });

  test.each([
    ['a number for a model', { model: 7 }],
    ['text for a width', { layouts: { '': { treeWidth: '220px' } } }],
    ['folders that are no list', { recentFolders: '/project' }],
    ['half a window', { window: { x: 0, y: 0 } }],
    ['a list', []],
    ['null', null],
  ])('%s is refused', (_what, value) => {
    expect(appStateSchema.safeParse(value).success).toBe(false);
  });
});
