import type { MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '../../../shared/contract/app-commands.ts';

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
  /** Its key is for the text alone, or for the tree, where the page takes it: it is shown here. macOS would take it from every field. */
  const inPart: typeof item = (label, command, accelerator) =>
    isMac ? item(label, command) : { ...item(label, command, accelerator), registerAccelerator: false };

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
      item('New File', 'file.new', 'CmdOrCtrl+N'),
      separator,
      item('Open File…', 'file.open', 'CmdOrCtrl+O'),
      item('Open Folder…', 'folder.open', 'CmdOrCtrl+Shift+O'),
      separator,
      item('Save', 'file.save', 'CmdOrCtrl+S'),
      item('Save As…', 'file.saveAs', 'CmdOrCtrl+Shift+S'),
      item('Save All', 'file.saveAll', 'CmdOrCtrl+Alt+S'),
      separator,
      {
        label: 'Selected in the Tree',
        submenu: [
          item('New File in Folder…', 'tree.newFile'),
          item('New Folder…', 'tree.newFolder'),
          separator,
          // In the text the keys of these three are those of the text.
          item('Cut', 'tree.cut'),
          item('Copy', 'tree.copy'),
          item('Paste', 'tree.paste'),
          item('Duplicate', 'tree.duplicate'),
          inPart('Rename…', 'tree.rename', 'F2'),
          inPart('Delete', 'tree.delete', 'Delete'),
          item('Undo File Operation', 'tree.undo'),
          separator,
          item('Reveal in File Manager', 'tree.reveal', isMac ? 'Cmd+Alt+R' : 'Shift+Alt+R'),
          item('Copy Path', 'tree.copyPath', isMac ? 'Cmd+Alt+C' : 'Shift+Alt+C'),
          item('Copy Relative Path', 'tree.copyRelativePath', 'CmdOrCtrl+Shift+Alt+C'),
          separator,
          item('Show Open File in the Tree', 'tree.showActive'),
          item('Collapse Folders', 'tree.collapseAll'),
        ],
      },
      separator,
      item('Reopen with Encoding…', 'file.reopenWithEncoding'),
      item('Save with Encoding…', 'file.saveWithEncoding'),
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
      inPart('Find Next', 'edit.findNext', isMac ? 'Cmd+G' : 'F3'),
      inPart('Find Previous', 'edit.findPrevious', isMac ? 'Cmd+Shift+G' : 'Shift+F3'),
      item('Replace…', 'edit.replace', isMac ? 'Cmd+Alt+F' : 'Ctrl+H'),
      separator,
      inPart('Toggle Line Comment', 'edit.toggleLineComment', 'CmdOrCtrl+/'),
      inPart('Toggle Block Comment', 'edit.toggleBlockComment', 'Shift+Alt+A'),
      separator,
      {
        label: 'Lines',
        submenu: [
          inPart('Move Up', 'edit.moveLinesUp', 'Alt+Up'),
          inPart('Move Down', 'edit.moveLinesDown', 'Alt+Down'),
          inPart('Copy Up', 'edit.copyLinesUp', 'Shift+Alt+Up'),
          inPart('Copy Down', 'edit.copyLinesDown', 'Shift+Alt+Down'),
          inPart('Delete', 'edit.deleteLines', 'CmdOrCtrl+Shift+K'),
          inPart('Insert Above', 'edit.insertLineAbove', 'CmdOrCtrl+Shift+Enter'),
          inPart('Insert Below', 'edit.insertLineBelow', 'CmdOrCtrl+Enter'),
          inPart('Indent', 'edit.indent', 'CmdOrCtrl+]'),
          inPart('Outdent', 'edit.outdent', 'CmdOrCtrl+['),
          separator,
          inPart('Join', 'edit.joinLines', isMac ? 'Ctrl+J' : undefined),
          inPart('Sort Ascending', 'edit.sortLinesAscending'),
          inPart('Sort Descending', 'edit.sortLinesDescending'),
          inPart('Trim Trailing Whitespace', 'edit.trimTrailingWhitespace'),
        ],
      },
      {
        label: 'Letters',
        submenu: [
          inPart('Make Upper Case', 'edit.upperCase'),
          inPart('Make Lower Case', 'edit.lowerCase'),
          inPart('Make Title Case', 'edit.titleCase'),
          inPart('Transpose', 'edit.transpose', isMac ? 'Ctrl+T' : undefined),
        ],
      },
    ],
  };
  const selection: MenuItemConstructorOptions = {
    label: '&Selection',
    submenu: [
      inPart('Expand', 'select.expand', isMac ? 'Cmd+Ctrl+Shift+Right' : 'Shift+Alt+Right'),
      inPart('Shrink', 'select.shrink', isMac ? 'Cmd+Ctrl+Shift+Left' : 'Shift+Alt+Left'),
      inPart('Select Line', 'select.line', isMac ? 'Ctrl+L' : 'Alt+L'),
      separator,
      inPart('Add Next Match', 'select.nextMatch', 'CmdOrCtrl+D'),
      inPart('Select All Matches', 'select.allMatches', 'CmdOrCtrl+Shift+L'),
      separator,
      inPart('Add Cursor Above', 'select.cursorAbove', 'CmdOrCtrl+Alt+Up'),
      inPart('Add Cursor Below', 'select.cursorBelow', 'CmdOrCtrl+Alt+Down'),
      inPart('Add Cursors to Line Ends', 'select.lineEnds', 'Shift+Alt+I'),
      separator,
      inPart('Fold', 'fold.close', isMac ? 'Cmd+Alt+[' : 'Ctrl+Shift+['),
      inPart('Unfold', 'fold.open', isMac ? 'Cmd+Alt+]' : 'Ctrl+Shift+]'),
      inPart('Fold All', 'fold.closeAll', isMac ? undefined : 'Ctrl+Alt+['),
      inPart('Unfold All', 'fold.openAll', isMac ? undefined : 'Ctrl+Alt+]'),
    ],
  };
  const go: MenuItemConstructorOptions = {
    label: '&Go',
    submenu: [
      item('Back', 'go.back', isMac ? 'Ctrl+-' : 'Alt+Left'),
      item('Forward', 'go.forward', isMac ? 'Ctrl+Shift+-' : 'Alt+Right'),
      item('Last Edit', 'go.toLastEdit'),
      separator,
      item('File…', 'view.quickOpen', 'CmdOrCtrl+P'),
      item('Line…', 'go.toLine', 'Ctrl+G'),
      inPart('Bracket', 'edit.goToBracket', 'CmdOrCtrl+Shift+\\'),
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      item('Command Palette…', 'view.palette', 'CmdOrCtrl+Shift+P'),
      separator,
      item('Files', 'view.toggleTree', 'CmdOrCtrl+B'),
      item('Agent Panel', 'view.togglePanel', 'CmdOrCtrl+Alt+L'),
      separator,
      item('Extensions', 'extensions.open', 'CmdOrCtrl+Shift+X'),
      item('Running Extensions', 'extensions.running'),
      item('Show Notifications', 'view.notices'),
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
  return isMac
    ? [macApp, file, edit, selection, view, go, agent, windowMenu]
    : [file, edit, selection, view, go, agent];
}
