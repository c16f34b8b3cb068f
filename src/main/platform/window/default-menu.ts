import { Menu } from 'electron';

/** Keeps the runtime from making its own menu, which takes time and offers what the app does not. Before `ready`. */
export function suppressDefaultMenu(): void {
  Menu.setApplicationMenu(null);
}
