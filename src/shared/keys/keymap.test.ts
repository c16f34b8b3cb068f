import { describe, expect, test } from 'vitest';
import { appCommands } from '../contract/app-commands.ts';
import { randomOf } from '../testing/random.ts';
import type { Keybinding } from './keybinding.ts';
import { type CommandId, conflictsOf, keymapOf, keysIn, withKeys, workingKeysIn } from './keymap.ts';

const keysWith = (rows: readonly Keybinding[], command: CommandId) => keysIn(keymapOf(rows, false), command);

describe.each([true, false])('the default keys, on a Mac: %s', (isMac) => {
  test('mean one command each, in every part of the window', () => {
    const keymap = keymapOf([], isMac);
    for (const command of appCommands) expect(workingKeysIn(keymap, command)).toEqual(keysIn(keymap, command));
  });
});

describe('the keys of the person', () => {
  test('are added to the defaults, or taken from them', () => {
    expect(keysWith([], 'tab.next')).toEqual(['Ctrl+Tab', 'Ctrl+PageDown']);
    expect(keysWith([{ key: 'alt+n', command: 'tab.next' }], 'tab.next')).toEqual([
      'Ctrl+Tab',
      'Ctrl+PageDown',
      'Alt+N',
    ]);
    expect(keysWith([{ key: 'ctrl+tab', command: '-tab.next' }], 'tab.next')).toEqual(['Ctrl+PageDown']);
    expect(keysWith([{ key: 'ctrl+alt+t', command: 'tests/run' }], 'tests/run')).toEqual(['Ctrl+Alt+T']);
  });

  test('of two rows that say the opposite the last one holds', () => {
    const give = { key: 'ctrl+tab', command: 'tab.next' };
    const take = { key: 'ctrl+tab', command: '-tab.next' };
    expect(keysWith([give, take], 'tab.next')).toEqual(['Ctrl+PageDown']);
    expect(keysWith([take, give], 'tab.next')).toEqual(['Ctrl+PageDown', 'Ctrl+Tab']);
  });

  test('go before the defaults, and the last of them before the others', () => {
    const rows = [
      { key: 'ctrl+p', command: 'file.new' },
      { key: 'ctrl+p', command: 'file.open' },
    ];
    const keymap = keymapOf(rows, false);
    expect(workingKeysIn(keymap, 'view.quickOpen')).toEqual([]);
    expect(workingKeysIn(keymap, 'file.new')).toEqual(['Ctrl+N']);
    expect(workingKeysIn(keymap, 'file.open')).toEqual(['Ctrl+O', 'Ctrl+P']);
  });

  test('as often as they are set, are what was set, and those of no other command change', () => {
    const next = randomOf('keys that are set');
    const commands: readonly CommandId[] = [...appCommands.slice(0, 12), 'tests/run'];
    const all = ['Ctrl+S', 'Ctrl+N', 'Alt+A', 'F9', 'Ctrl+Shift+ArrowUp', 'Ctrl+Tab', 'Ctrl+PageDown'];
    let rows: readonly Keybinding[] = [];
    const wanted = new Map(commands.map((command) => [command, new Set(keysWith([], command))]));
    for (let step = 0; step < 300; step++) {
      const command = commands[Math.floor(next() * commands.length)] ?? 'file.new';
      const keys = next() < 0.2 ? null : all.filter(() => next() < 0.4);
      rows = withKeys(rows, command, keys, false);
      wanted.set(command, new Set(keys ?? keysWith([], command)));
      for (const each of commands) expect(new Set(keysWith(rows, each))).toEqual(wanted.get(each));
    }
    for (const command of commands) rows = withKeys(rows, command, null, false);
    expect(rows).toEqual([]);
  });
});

describe('conflicts', () => {
  const conflicts = (rows: readonly Keybinding[], command: CommandId) =>
    conflictsOf(keymapOf(rows, false), command, false);

  test('are none among the defaults, though parts of the window have keys of their own', () => {
    expect(appCommands.flatMap((command) => conflicts([], command))).toEqual([]);
  });

  test('say which command a key means at one place', () => {
    const rows = [{ key: 'ctrl+p', command: 'file.new' }];
    expect(conflicts(rows, 'file.new')).toEqual([{ key: 'Ctrl+P', other: 'view.quickOpen', otherIn: null }]);
    expect(conflicts(rows, 'view.quickOpen')).toEqual([{ key: 'Ctrl+P', other: 'file.new', otherIn: 'everywhere' }]);
  });

  test('name what a field or the window has the key for', () => {
    const rows = [
      { key: 'ctrl+c', command: 'file.new' },
      { key: 'ctrl+a', command: 'tree.rename' },
    ];
    expect(conflicts(rows, 'file.new')).toMatchObject([
      { key: 'Ctrl+C', other: 'Copy', otherIn: null },
      { other: 'tree.copy' },
    ]);
    expect(conflicts(rows, 'tree.rename')).toEqual([]);
  });

  test('say where else a key means another one', () => {
    const rows = [{ key: 'ctrl+d', command: 'file.new' }];
    expect(conflicts(rows, 'file.new')).toEqual([{ key: 'Ctrl+D', other: 'select.nextMatch', otherIn: 'text' }]);
    expect(conflicts(rows, 'select.nextMatch')).toEqual([{ key: 'Ctrl+D', other: 'file.new', otherIn: 'elsewhere' }]);
    expect(conflicts([{ key: 'f2', command: 'edit.deleteLines' }], 'edit.deleteLines')).toEqual([]);
    // The text is a part of the editor.
    const nested = [
      { key: 'f9', command: 'edit.findNext' },
      { key: 'f9', command: 'edit.deleteLines' },
    ];
    expect(conflicts(nested, 'edit.findNext')).toEqual([{ key: 'F9', other: 'edit.deleteLines', otherIn: 'text' }]);
    expect(conflicts(nested, 'edit.deleteLines')).toEqual([{ key: 'F9', other: 'edit.findNext', otherIn: null }]);
  });
});
