import { Menu } from 'electron';

/** Prevents Electron's default menu, which takes time and offers unsupported commands. Before `ready`. */
export function suppressDefaultMenu(): void {
  Menu.setApplicationMenu(null);
}
