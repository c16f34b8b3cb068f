import { expect, test } from 'vitest';
import { settingKeys } from '../../../shared/contract/settings/setting-table.ts';
import { completionsAt, diagnose } from './json-view.ts';

const themes = ['system', 'light', 'dark', 'highContrastLight', 'highContrastDark'].map((name) => JSON.stringify(name));

/** Labels at the bar in a text, and the text that is replaced. */
function at(marked: string, level: 'user' | 'folder' = 'user') {
  const place = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = completionsAt(text, place, level);
  return (
    found && { labels: found.options.map(({ label }) => label), replaced: text.slice(found.from, found.to), found }
  );
}

test('every key of the table is offered, with its default where there is no value yet', () => {
  expect(at('{\n  |\n}')?.labels).toEqual(settingKeys.map((key) => JSON.stringify(key)));
  const typed = at('{\n  "tabS|"\n}');
  expect(typed?.replaced).toBe('"tabS"');
  expect(typed?.found.options.find(({ label }) => label === '"editor.tabSize"')).toMatchObject({ detailAfter: ': 4' });
  expect(at('{\n  "tabS|": 3\n}')?.found.options[0]).not.toHaveProperty('detailAfter');
  expect(at('{\n  tabS|\n}')?.replaced).toBe('tabS');
});

test('a folder and a language are offered only what they may have', () => {
  expect(at('{ "|" }', 'folder')?.labels).not.toContain('"toolRules"');
  expect(at('{ "[python]": { "|" } }')?.labels).toContain('"editor.tabSize"');
  expect(at('{ "[python]": { "|" } }')?.labels).not.toContain('"theme"');
  expect(at('{ "toolRules": [ { "|" } ] }')).toBeNull();
});

test.each([
  ['{ "theme": | }', themes, ''],
  ['{ "theme": "da|" }', themes, '"da"'],
  ['{ "editor.insertSpaces": tr| }', ['true', 'false'], 'tr'],
  ['{ "[go]": { "editor.insertSpaces": | } }', ['true', 'false'], ''],
  ['{ "editor.tabSize": | }', ['4'], ''],
])('%s is completed by what the setting takes', (text, labels, replaced) => {
  expect(at(text)).toMatchObject({ labels, replaced });
});

test('a row of keys is completed by the names of commands', () => {
  expect(at('{ "keybindings": [{ "|" }] }')?.labels).toEqual(['"key"', '"command"']);
  const commands = at('{ "keybindings": [{ "key": "f5", "command": "file.s|" }] }');
  expect(commands).toMatchObject({ replaced: '"file.s"' });
  expect(commands?.labels).toContain('"file.saveAs"');
  expect(at('{ "keybindings": [{ "|" }] }', 'folder')).toBeNull();
});

test('what is wrong is marked where it stands, and what is another program’s only noted', () => {
  const text = '{ "editor.tabSize": "two", "files.eol": "x" }';
  expect(diagnose(text, 'user')).toMatchObject([
    { from: text.indexOf('"two"'), to: text.indexOf('"two"') + 5, severity: 'error' },
    { from: text.indexOf('"files'), severity: 'info' },
  ]);
  expect(diagnose('{ "theme": "dark" "a": 1 }', 'user')).toMatchObject([
    { severity: 'error', message: 'This is not valid JSON: comma expected. The previous settings stay in effect.' },
  ]);
  expect(diagnose('{ "theme": "/themes/mine.json" }', 'user')).toEqual([]);
  expect(diagnose('{ "theme": "mine.json" }', 'user')).toMatchObject([
    {
      message: expect.stringContaining(
        'or the absolute path of a theme file of VS Code or Zed (.json). It is ignored.',
      ),
    },
  ]);
  expect(diagnose('{ "theme": "dark" }', 'folder')).toMatchObject([{ severity: 'error' }]);
});
