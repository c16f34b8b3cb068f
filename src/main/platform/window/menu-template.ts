import type { MenuItemConstructorOptions } from 'electron';
import { type AppCommand, appCommands, commandTable, type MenuSection } from '../../../shared/contract/app-commands.ts';
import type { KeyBinding } from '../../../shared/keys/key-text.ts';
import { type Keymap, workingKeysIn } from '../../../shared/keys/keymap.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly appName: string;
  /** Developer tools are offered in development only. */
  readonly isDevelopment: boolean;
  /** The keys that commands have now. */
  readonly keymap: Keymap;
  readonly run: (command: AppCommand) => void;
}

type Items = readonly MenuItemConstructorOptions[];

/** The application menu. It determines the places of the command sections; the commands' rows have the rest. */
export function menuTemplate({
  platform,
  appName,
  isDevelopment,
  keymap,
  run,
}: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';

  function item(command: AppCommand): MenuItemConstructorOptions {
    const row = commandTable[command];
    const accelerator = workingKeysIn(keymap, command).map(acceleratorOf).find(Boolean);
    const shown = { id: command, label: row.inMenu ?? row.title, click: () => run(command) };
    // A key for a part of the window is only displayed, and handled by the page: macOS would take it from every field.
    if (!accelerator || (row.within && isMac)) return shown;
    return { ...shown, accelerator, ...(row.within ? { registerAccelerator: false } : {}) };
  }
  const section = (name: MenuSection): Items =>
    appCommands.filter((command) => commandTable[command].section === name).map(item);

  const settings = section('settings');
  const quit: Items = [{ role: 'quit' }];
  const macApp = menu(
    appName,
    [{ role: 'about' }],
    settings,
    [{ role: 'services' }],
    [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }],
    quit,
  );
  const tree = menu(
    'Selected in the Tree',
    section('tree-new'),
    section('tree-change'),
    section('tree-path'),
    section('tree-view'),
  );
  const file = menu(
    '&File',
    section('new'),
    section('open'),
    section('save'),
    [tree],
    section('encoding'),
    [menu('Tabs', section('close-all'))],
    section('close'),
    ...(isMac ? [] : [settings, quit]),
  );
  const edit = menu(
    '&Edit',
    [{ role: 'undo' }, { role: 'redo' }],
    [
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle', label: 'Paste as Text', accelerator: 'CmdOrCtrl+Shift+V' },
      { role: 'selectAll' },
    ],
    section('find'),
    section('find-all'),
    section('comment'),
    [menu('Lines', section('lines'), section('lines-order')), menu('Letters', section('letters'))],
  );
  const selection = menu('&Selection', section('selection'), section('matches'), section('cursors'), section('fold'));
  const go = menu('&Go', section('places'), section('go-to'));
  const zoom: Items = [{ role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'resetZoom' }, { role: 'togglefullscreen' }];
  const view = menu(
    '&View',
    section('palette'),
    section('sides'),
    section('lists'),
    section('tabs'),
    section('panes'),
    zoom,
    ...(isDevelopment ? [[{ role: 'toggleDevTools' } as const]] : []),
  );
  const agent = menu('&Agent', section('agent'), section('threads'));
  const windowMenu: MenuItemConstructorOptions = {
    role: 'windowMenu',
    submenu: [{ role: 'minimize' }, { role: 'zoom' }, { type: 'separator' }, { role: 'front' }],
  };
  return isMac
    ? [macApp, file, edit, selection, view, go, agent, windowMenu]
    : [file, edit, selection, view, go, agent];
}

/** A menu of sections with separators between them. */
function menu(label: string, ...sections: readonly Items[]): MenuItemConstructorOptions {
  return {
    label,
    submenu: sections.flatMap((items, index) => (index === 0 ? items : [{ type: 'separator' }, ...items])),
  };
}

/** A key in Electron's notation; undefined: it cannot write it. */
function acceleratorOf(key: KeyBinding): string | undefined {
  if (!/^[\x20-\x7e]+$/.test(key)) return undefined;
  return key.replace(/\bCmd\b/, 'Super').replace('Arrow', '');
}
