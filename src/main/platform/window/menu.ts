import { app, Menu } from 'electron';
import { type MenuOptions, menuTemplate } from './menu-template.ts';

/** Keeps the runtime from making its own menu, which takes time and offers what the app does not. Before `ready`. */
export function suppressDefaultMenu(): void {
  Menu.setApplicationMenu(null);
}

export function setupMenu(run: MenuOptions['run']): void {
  const template = menuTemplate({
    platform: process.platform,
    appName: app.getName(),
    isDevelopment: !app.isPackaged,
    run,
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
