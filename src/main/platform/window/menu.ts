import { isDeepStrictEqual } from 'node:util';
import { app, Menu } from 'electron';
import { keymapOf } from '../../../shared/keys/keymap.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { type MenuOptions, menuTemplate } from './menu-template.ts';

/** Shows the application menu, with the keys that the settings give to commands. */
export function setupMenu(settings: Pick<SettingsStore, 'get' | 'onChange'>, run: MenuOptions['run']): void {
  let shown = settings.get().keybindings;
  function show(): void {
    const template = menuTemplate({
      platform: process.platform,
      appName: app.getName(),
      isDevelopment: !app.isPackaged,
      keymap: keymapOf(shown, process.platform === 'darwin'),
      run,
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }
  show();
  settings.onChange(({ keybindings }) => {
    if (isDeepStrictEqual(keybindings, shown)) return;
    shown = keybindings;
    show();
  });
}
