import type { MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '../../shared/contract/app-commands.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly appName: string;
  /** Developer tools are offered only in development. */
  readonly isDevelopment: boolean;
  readonly run: (command: AppCommand) => void;
}

/** The application menu. Its accelerators are the only place where the app's own keys are written down in main. */
export function menuTemplate({ platform, appName, isDevelopment, run }: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const item = (label: string, command: AppCommand, accelerator?: string): MenuItemConstructorOptions => ({
    id: command,
    label,
    ...(accelerator ? { accelerator } : {}),
    click: () => run(command),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings = item('Settings…', 'settings.open', 'CmdOrCtrl+,');

  const macApp: MenuItemConstructorOptions = {
    label: appName,
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      item('Open File…', 'file.open', 'CmdOrCtrl+O'),
      item('Open Folder…', 'folder.open', 'CmdOrCtrl+Shift+O'),
      separator,
      item('Save', 'file.save', 'CmdOrCtrl+S'),
      item('Save All', 'file.saveAll', 'CmdOrCtrl+Alt+S'),
      separator,
      item('Close Tab', 'tab.close', 'CmdOrCtrl+W'),
      ...(isMac ? [] : [separator, settings, separator, { role: 'quit' } as const]),
    ],
  };
  const edit: MenuItemConstructorOptions = {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle', label: 'Paste as Text', accelerator: 'CmdOrCtrl+Shift+V' },
      { role: 'selectAll' },
      separator,
      item('Find…', 'edit.find', 'CmdOrCtrl+F'),
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      item('Command Palette…', 'view.palette', 'CmdOrCtrl+Shift+P'),
      item('Go to File…', 'view.quickOpen', 'CmdOrCtrl+P'),
      separator,
      item('Files', 'view.toggleTree', 'CmdOrCtrl+B'),
      item('Agent Panel', 'view.togglePanel', 'CmdOrCtrl+Alt+L'),
      separator,
      item('Extensions', 'extensions.open', 'CmdOrCtrl+Shift+X'),
      item('Running Extensions', 'extensions.running'),
      separator,
      item('Next Tab', 'tab.next', 'Ctrl+Tab'),
      item('Previous Tab', 'tab.previous', 'Ctrl+Shift+Tab'),
      separator,
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'resetZoom' },
      { role: 'togglefullscreen' },
      ...(isDevelopment ? [separator, { role: 'toggleDevTools' } as const] : []),
    ],
  };
  const agent: MenuItemConstructorOptions = {
    label: '&Agent',
    submenu: [
      item('Go to Agent', 'agent.focus', 'CmdOrCtrl+L'),
      item('Add to Agent Thread', 'agent.addSelection', 'CmdOrCtrl+Shift+J'),
      separator,
      item('New Thread', 'agent.newThread'),
      item('Threads…', 'agent.history', 'CmdOrCtrl+Shift+H'),
      item('Rename Thread', 'agent.renameThread'),
      // Its key is that of Find, in the panel.
      item('Find in Thread', 'agent.find'),
      item('Show What the Model Sees', 'agent.showRequest'),
      item('Export Thread as Markdown…', 'agent.exportThread'),
    ],
  };
  const windowMenu: MenuItemConstructorOptions = {
    role: 'windowMenu',
    submenu: [{ role: 'minimize' }, { role: 'zoom' }, separator, { role: 'front' }],
  };
  return isMac ? [macApp, file, edit, view, agent, windowMenu] : [file, edit, view, agent];
}
