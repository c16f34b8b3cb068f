import { expect, test } from 'vitest';
import type { Keybinding } from '../../../shared/keys/keybinding.ts';
import { keymapOf } from '../../../shared/keys/keymap.ts';
import { commandRows, findCommands, formatConflict } from './command-rows.ts';

const contributed = [{ extensionId: 'tests', extensionName: 'Test runner', id: 'run', title: 'Run all' }];

function find(query: string, keybindings: readonly Keybinding[] = []): readonly string[] {
  const rows = commandRows(contributed, keybindings);
  return findCommands(rows, keymapOf(keybindings, false), query, false).map(({ id }) => id);
}

test('commands are found by words of their title, their id, the extension and their keys', () => {
  expect(find('lines move')).toEqual(['edit.moveLinesUp', 'edit.moveLinesDown']);
  expect(find('tree.dupl')).toEqual(['tree.duplicate']);
  expect(find('test runner')).toEqual(['tests/run']);
  expect(find('pagedown')).toEqual(['tab.next']);
  expect(find(' ')).toEqual([]);
});

test('a key finds exactly the commands that have it, in any notation', () => {
  expect(find('Ctrl+S')).toEqual(['file.save']);
  expect(find('s+ctrl')).toEqual([]);
  expect(find('shift+ctrl+s')).toEqual(['file.saveAs']);
  expect(find('ctrl+s', [{ key: 'ctrl+s', command: 'tests/run' }])).toEqual(['file.save', 'tests/run']);
});

test('a command that only the settings name is there, so that its keys can be taken away', () => {
  expect(find('ctrl+alt+g', [{ key: 'ctrl+alt+g', command: 'gone/away' }])).toEqual(['gone/away']);
});

test('a conflict is a sentence', () => {
  const say = (otherIn: Parameters<typeof formatConflict>[0]['otherIn']) =>
    formatConflict({ key: 'Ctrl+D', other: 'file.new', otherIn }, () => 'New File', false);
  expect(say(null)).toBe('Ctrl+D no longer calls “New File”.');
  expect(say('everywhere')).toBe('Ctrl+D calls “New File” instead.');
  expect(say('elsewhere')).toBe('Elsewhere Ctrl+D calls “New File”.');
  expect(say('text')).toBe('In the text Ctrl+D calls “New File”.');
});
