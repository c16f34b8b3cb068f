import { app, Menu } from 'electron';
import { type MenuOptions, menuTemplate } from './menu-template.ts';

export function setupMenu(run: MenuOptions['run']): void {
  const template = menuTemplate({
    platform: process.platform,
    appName: app.getName(),
    isDevelopment: !app.isPackaged,
    run,
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
