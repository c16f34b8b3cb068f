import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { type AppCommand, appCommands } from '../../../shared/contract/app-commands.ts';
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

  it('gives no key to two items', () => {
    const keys = menuOf(platform).items.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('offers to quit, and developer tools in development only', () => {
    const roles = (isDevelopment: boolean) => menuOf(platform, isDevelopment).items.map(({ role }) => role);
    expect(roles(false)).toContain('quit');
    expect(roles(false)).not.toContain('toggleDevTools');
    expect(roles(true)).toContain('toggleDevTools');
  });
});
