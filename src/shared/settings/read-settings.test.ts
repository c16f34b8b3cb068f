import { describe, expect, test } from 'vitest';
import type { SettingLevels, SettingsReading } from '../contract/settings/settings.ts';
import { readSettings, type SettingsText } from './read-settings.ts';
import { originOf, resolveEditorSettings, resolveSettings } from './resolve-settings.ts';

function reading(text: SettingsText): SettingsReading {
  if (!text.isReadable) throw new Error(text.faults[0]?.message);
  return text.reading;
}
const read = (text: string, level: 'user' | 'folder' = 'user') => reading(readSettings(text, level));

describe('a file of settings', () => {
  test('may have comments, a comma before the end, or nothing in it', () => {
    const text = '// mine\n{\n  "editor.tabSize": 2, /* two */\n  "editor.rulers": [80,],\n}\n';
    expect(read(text)).toEqual({ values: { 'editor.tabSize': 2, 'editor.rulers': [80] }, languages: {}, faults: [] });
    expect(read(' \n')).toEqual({ values: {}, languages: {}, faults: [] });
  });

  test.each([
    ['{\n  "theme": "dark"\n  "editor.tabSize": 2\n}', 3, 'comma expected'],
    ['{ "toolRules": [', 1, 'close bracket expected'],
    ['[]', 1, 'an object in braces expected'],
  ])('%j is none, and the line is told', (text, line, message) => {
    const result = readSettings(text, 'user');
    expect(result.isReadable).toBe(false);
    expect(result).toMatchObject({ faults: expect.arrayContaining([expect.objectContaining({ line, message })]) });
  });

  test('a bad value is marked where it stands, and costs no other one', () => {
    const text = '{\n  "editor.tabSize": "two",\n  "editor.fontSize": 15\n}';
    const { values, faults } = read(text);
    expect(values).toEqual({ 'editor.fontSize': 15 });
    expect(faults).toEqual([
      {
        path: ['editor.tabSize'],
        message: '“editor.tabSize” takes a whole number from 1 to 100. It is ignored.',
        from: text.indexOf('"two"'),
        to: text.indexOf('"two"') + 5,
        line: 2,
        severity: 'error',
      },
    ]);
  });

  test('of rules, limits and extensions the good parts hold', () => {
    const rule = { effect: 'command', pattern: 'rm *', decision: 'deny' };
    const text = JSON.stringify({
      toolRules: [{ ...rule, decision: 'maybe' }, rule, 5],
      sizeLimits: { answer: 'much', thought: 20_000 },
      extensions: { one: { url: 'http://a', count: [1] }, two: 3 },
    });
    const { values, faults } = read(text);
    expect(values).toEqual({
      toolRules: [rule],
      sizeLimits: { thought: 20_000 },
    });
    expect(faults.map(({ path }) => path)).toEqual([
      ['toolRules', 0],
      ['toolRules', 2],
      ['sizeLimits', 'answer'],
      ['extensions'],
    ]);
    const one = read('{ "extensions": { "one": { "url": "http://a", "count": [1] }, "two": { "n": 3 } } }');
    expect(one.values).toEqual({ extensions: { one: { url: 'http://a' }, two: { n: 3 } } });
    expect(one.faults.map(({ path }) => path)).toEqual([['extensions', 'one', 'count']]);
  });

  test('of keys the good rows hold, and of the others it is said what is wrong', () => {
    const good = { key: 'ctrl+alt+n', command: 'file.new' };
    const bad = [
      { key: 'ctrl+k ctrl+s', command: 'file.save' },
      { key: 'contrl+s', command: 'file.save' },
      { key: 'shift+a', command: 'file.save' },
      { key: 'ctrl+s', command: 'workbench.action.files.save' },
      { key: 'ctrl+s', command: 'file.save', when: 'editorFocus' },
    ];
    const also = [
      { key: 'shift+delete', command: 'tree.delete' },
      { key: 'p', command: '-view.quickOpen' },
    ];
    const { values, faults } = read(JSON.stringify({ keybindings: [bad[0], good, ...bad.slice(1), ...also] }));
    expect(values).toEqual({ keybindings: [good, ...also] });
    expect(faults.map(({ message }) => message)).toEqual([
      '“ctrl+k ctrl+s” is pressed in two steps, which this app does not know.',
      '“contrl+s” is not a key. Write it like “ctrl+shift+p”, “alt+up” or “f5”.',
      '“shift+a” types or moves something. Hold Ctrl, Alt or Cmd with it, or take a function key.',
      '“workbench.action.files.save” is not a command of this app.',
      '“when” and “args” are not known here: a key works wherever its command does.',
    ]);
  });

  test('what is no setting is told apart from what is wrong, and the last of two holds', () => {
    const { values, faults } = read('{ "workbench.colorTheme": "Abyss", "theme": "dark", "theme": "light" }');
    expect(values).toEqual({ theme: 'light' });
    expect(faults.map(({ path, severity }) => [path[0], severity])).toEqual([
      ['workbench.colorTheme', 'unknown'],
      ['theme', 'error'],
    ]);
  });

  test('a language has settings of its own, as VS Code writes them, one before several', () => {
    const { languages, faults } = read(`{
      "[python]": { "editor.tabSize": 8, "theme": "dark" },
      "[python][go]": { "editor.tabSize": 3, "editor.insertSpaces": false },
      "[rust]": 4
    }`);
    expect(languages).toEqual({
      python: { 'editor.tabSize': 8, 'editor.insertSpaces': false },
      go: { 'editor.tabSize': 3, 'editor.insertSpaces': false },
    });
    expect(faults.map(({ path }) => path)).toEqual([['[python]', 'theme'], ['[rust]']]);
  });

  test.each([
    'theme',
    'keybindings',
    'asksBeforeQuit',
    'toolRules',
    'extensions',
    'autoTitles',
    'threadLimit',
    'sizeLimits',
  ])('a folder has no say about %s', (key) => {
    const own = { theme: 'dark', asksBeforeQuit: true, autoTitles: false, toolRules: [], keybindings: [] };
    const value = { ...own, extensions: {}, threadLimit: {}, sizeLimits: {} }[key];
    const { values, faults } = read(JSON.stringify({ [key]: value }), 'folder');
    expect(values).toEqual({});
    expect(faults).toMatchObject([{ path: [key], message: `“${key}” holds in your own settings only.` }]);
  });
});

test('the folder goes before the person, and what is set for a language before both', () => {
  const level = (text: string, whose: 'user' | 'folder') => ({
    ...read(text, whose),
    path: '/x',
    problem: null,
    wasRead: true,
  });
  const levels: SettingLevels = {
    user: level(
      '{ "editor.tabSize": 2, "editor.fontSize": 15, "theme": "dark", "[go]": { "editor.tabSize": 8 } }',
      'user',
    ),
    folder: level('{ "editor.tabSize": 3, "[go]": { "editor.fontSize": 20 } }', 'folder'),
  };
  const settings = resolveSettings(levels);
  expect(settings).toMatchObject({
    theme: 'dark',
    'editor.tabSize': 3,
    'editor.fontSize': 15,
    'editor.wordWrap': 'off',
  });
  const go = resolveEditorSettings(settings, levels, ['go']);
  expect(go).toMatchObject({ 'editor.tabSize': 8, 'editor.fontSize': 20 });
  expect(resolveEditorSettings(settings, levels, ['toString'])).toMatchObject({ 'editor.tabSize': 3 });
  const usual = { 'editor.tabSize': 7, 'editor.insertSpaces': false };
  expect(resolveEditorSettings(settings, levels, ['c'], usual)).toMatchObject({ ...usual, 'editor.tabSize': 3 });
  expect(originOf(levels, 'editor.tabSize', null)).toBe('folder');
  expect(originOf(levels, 'editor.tabSize', 'go')).toBe('user-language');
  expect(originOf(levels, 'editor.fontSize', 'go')).toBe('folder-language');
  expect(originOf(levels, 'editor.wordWrap', 'go')).toBe('default');
});
