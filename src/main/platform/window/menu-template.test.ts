import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { type AppCommand, appCommands, commandTable } from '../../../shared/contract/app-commands.ts';
import { menuTemplate } from './menu-template.ts';

function menuOf(platform: NodeJS.Platform, isDevelopment = false) {
  const ran: AppCommand[] = [];
  const template = menuTemplate({ platform, appName: 'Outrigger', isDevelopment, run: (command) => ran.push(command) });
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
    expect(keyOf('file.save')).toBe('CmdOrCtrl+S');
    expect(keyOf('edit.replace')).toBe(platform === 'darwin' ? 'CmdOrCtrl+Alt+F' : 'CmdOrCtrl+H');
    expect(keyOf('edit.moveLinesUp')).toBe(platform === 'darwin' ? undefined : 'Alt+Up');
  });

  it('offers to quit, and developer tools in development only', () => {
    const roles = (isDevelopment: boolean) => menuOf(platform, isDevelopment).items.map(({ role }) => role);
    expect(roles(false)).toContain('quit');
    expect(roles(false)).not.toContain('toggleDevTools');
    expect(roles(true)).toContain('toggleDevTools');
  });
});
