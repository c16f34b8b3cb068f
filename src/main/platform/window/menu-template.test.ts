import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { type AppCommand, appCommands, commandTable } from '../../../shared/contract/app-commands.ts';
import type { Keybinding } from '../../../shared/keys/keybinding.ts';
import { keymapOf } from '../../../shared/keys/keymap.ts';
import { menuTemplate } from './menu-template.ts';

function menuOf(platform: NodeJS.Platform, isDevelopment = false, rows: readonly Keybinding[] = []) {
  const ran: AppCommand[] = [];
  const keymap = keymapOf(rows, platform === 'darwin');
  const run = (command: AppCommand) => ran.push(command);
  const template = menuTemplate({ platform, appName: 'Outrigger', isDevelopment, keymap, run });
  const within = ({ submenu }: MenuItemConstructorOptions): MenuItemConstructorOptions[] =>
    Array.isArray(submenu) ? submenu.flatMap((item) => [item, ...within(item)]) : [];
  const items = template.flatMap(within);
  return { template, items, ran };
}

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  it('offers every command, each once, and runs the one that was chosen', () => {
    const { items, ran } = menuOf(platform);
    const commands = items.filter(({ click }) => click);
    for (const { click } of commands) (click as () => void)();
    expect([...ran].sort()).toEqual([...appCommands].sort());
  });

  it('takes no key for two items, and none that means the command in a part of the window only', () => {
    const { items } = menuOf(platform);
    const taken = items.filter(({ accelerator, registerAccelerator = true }) => accelerator && registerAccelerator);
    expect(new Set(taken.map(({ accelerator }) => accelerator)).size).toBe(taken.length);
    const ofParts = appCommands.filter((command) => commandTable[command].within);
    expect(taken.filter(({ id }) => ofParts.some((command) => command === id))).toEqual([]);
  });

  it('writes keys as Electron reads them, those of parts too where they are not taken from every field', () => {
    const keyOf = (command: AppCommand) => menuOf(platform).items.find(({ id }) => id === command)?.accelerator;
    expect(keyOf('file.save')).toBe(platform === 'darwin' ? 'Super+S' : 'Ctrl+S');
    expect(keyOf('edit.replace')).toBe(platform === 'darwin' ? 'Super+Alt+F' : 'Ctrl+H');
    expect(keyOf('edit.moveLinesUp')).toBe(platform === 'darwin' ? undefined : 'Alt+Up');
  });

  it('shows the keys that the person has given, and none that means another command now', () => {
    const rows = [
      { key: 'alt+x', command: 'file.save' },
      { key: 'mod+n', command: 'file.open' },
      { key: 'ctrl+ö', command: 'edit.sortLinesAscending' },
      { key: 'mod+p', command: '-view.quickOpen' },
    ];
    const { items } = menuOf(platform, false, rows);
    const keyOf = (command: AppCommand) => items.find(({ id }) => id === command)?.accelerator;
    const mod = platform === 'darwin' ? 'Super' : 'Ctrl';
    expect(keyOf('file.save')).toBe(`${mod}+S`);
    expect(keyOf('file.new')).toBeUndefined();
    expect(keyOf('file.open')).toBe(`${mod}+O`);
    expect(keyOf('edit.sortLinesAscending')).toBeUndefined();
    expect(keyOf('view.quickOpen')).toBeUndefined();
  });

  it('offers to quit, and developer tools in development only', () => {
    const roles = (isDevelopment: boolean) => menuOf(platform, isDevelopment).items.map(({ role }) => role);
    expect(roles(false)).toContain('quit');
    expect(roles(false)).not.toContain('toggleDevTools');
    expect(roles(true)).toContain('toggleDevTools');
  });
});
