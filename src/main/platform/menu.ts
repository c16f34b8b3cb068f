import { Menu } from 'electron';
import { type MenuOptions, menuTemplate } from './menu-template.ts';

/** Keeps the runtime from making its own menu, which takes time and offers what the app does not. Before `ready`. */
export function suppressDefaultMenu(): void {
  Menu.setApplicationMenu(null);
}

export function setupMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}
