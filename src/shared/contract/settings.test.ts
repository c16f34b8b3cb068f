import { describe, expect, test } from 'vitest';
import { defaultLayout, settingsSchema } from './settings.ts';

describe('settings', () => {
  test('an empty file has every default', () => {
    expect(settingsSchema.parse({})).toEqual({
      theme: 'system',
      autoTitles: true,
      favouriteModels: [],
      toolRules: [],
      threadLimit: {},
      sizeLimits: {},
      extensions: {},
      layouts: {},
      recentFolders: [],
    });
  });

  test('what is set is kept, keys of a later version included, at every depth', () => {
    const settings = {
      theme: 'dark',
      model: 'a:b/c',
      autoTitles: false,
      favouriteModels: ['a:b/c'],
      toolRules: [{ effect: 'command', pattern: 'ls *', decision: 'allow', until: '2030' }],
      threadLimit: { tokens: 1000, cost: 2, perDay: 5 },
      sizeLimits: { answer: 1_000_000, video: 5 },
      extensions: { sample: { base_url: 'http://localhost', servers: [{ id: 'one', name: 'One' }] } },
      layouts: { '/project': { ...defaultLayout, treeVisible: false, terminalHeight: 100 } },
      recentFolders: ['/project'],
      window: { x: 0, y: 0, width: 800, height: 600, isMaximized: true, display: 2 },
      addedLater: { deep: [1] },
    };
    expect(settingsSchema.parse(settings)).toEqual(settings);
  });

  test('a layout has the default one’s values for what it leaves out', () => {
    expect(settingsSchema.parse({ layouts: { '': {} } }).layouts['']).toEqual(defaultLayout);
  });

  test.each([
    ['a theme that does not exist', { theme: 'blue' }],
    ['a number for a model', { model: 7 }],
    ['a setting that is a list of numbers', { extensions: { sample: { count: [3] } } }],
    ['text for a width', { layouts: { '': { treeWidth: '220px' } } }],
    ['folders that are no list', { recentFolders: '/project' }],
    ['half a window', { window: { x: 0, y: 0 } }],
    ['a list', []],
    ['null', null],
  ])('%s is refused', (_what, value) => {
    expect(settingsSchema.safeParse(value).success).toBe(false);
  });
});
