import { type KeyBinding, readKey } from '../keys/key-text.ts';

/**
 * All commands of the app, one per row: source of the key bindings, the palette, the menu and the table of
 * docs/keys.md. The page implements them, in one map for each group of commands that is loaded on its own.
 */

/** The text of a document; the text with its search bar; the rows of the tree; the panel, and its header. */
export type WindowPart = 'text' | 'editor' | 'tree' | 'panel' | 'thread-header';

/** Name of each part, as in "a key in the text". */
export const partNames: Readonly<Record<WindowPart, string>> = {
  text: 'in the text',
  editor: 'in the text',
  tree: 'in the files',
  panel: 'in the panel',
  'thread-header': 'in the panel',
};

/**
 * An open file; one with unsaved changes; a tree entry; a single one; two files to compare; a cut or copied one; a file operation; a result of a search in the
 * folder; earlier and later cursor places; an edit; a preview in front; several panes;
 * a closed file; a Markdown file in front; agents to choose from; agent servers.
 */
export type Need =
  | 'file'
  | 'unsaved'
  | 'entry'
  | 'only-entry'
  | 'pair'
  | 'result'
  | 'clipboard'
  | 'act'
  | 'place-before'
  | 'place-after'
  | 'edit'
  | 'preview'
  | 'panes'
  | 'closed'
  | 'markdown'
  | 'agents'
  | 'agent-servers';

/** A section between two separators of the application menu; its rows are in the order of the table. */
export type MenuSection =
  | 'new'
  | 'open'
  | 'save'
  | 'tree-new'
  | 'tree-change'
  | 'tree-path'
  | 'tree-view'
  | 'encoding'
  | 'close'
  | 'close-all'
  | 'settings'
  | 'find'
  | 'find-all'
  | 'comment'
  | 'lines'
  | 'lines-order'
  | 'letters'
  | 'selection'
  | 'matches'
  | 'cursors'
  | 'fold'
  | 'places'
  | 'go-to'
  | 'palette'
  | 'sides'
  | 'lists'
  | 'tabs'
  | 'panes'
  | 'agent'
  | 'threads';

export interface CommandRow {
  readonly title: string;
  /** Name in a menu that already tells what the command applies to. */
  readonly inMenu?: string;
  readonly section: MenuSection;
  /** Menus show the first one. */
  readonly keys?: readonly KeyBinding[];
  /** Keys on a Mac, if they differ. */
  readonly macKeys?: readonly KeyBinding[];
  /** The keys work only while the focus is in this part of the window. */
  readonly within?: WindowPart;
  /** Precondition, without which the command does nothing. Commands for the text always need a file. */
  readonly needs?: Need;
}

const within = 'text';

const rows = {
  'file.new': { title: 'New File', section: 'new', keys: ['Mod+N'] },
  'file.open': { title: 'Open File…', section: 'open', keys: ['Mod+O'] },
  'folder.open': { title: 'Open Folder…', section: 'open', keys: ['Mod+Shift+O'] },
  'file.save': { title: 'Save', section: 'save', keys: ['Mod+S'], needs: 'file' },
  'file.saveAs': { title: 'Save As…', section: 'save', keys: ['Mod+Shift+S'], needs: 'file' },
  'file.saveAll': { title: 'Save All', section: 'save', keys: ['Mod+Alt+S'], needs: 'file' },
  'file.revert': { title: 'Revert File', section: 'save', needs: 'unsaved' },
  'file.compareWithSaved': { title: 'Compare with Saved', section: 'save', needs: 'unsaved' },
  'file.reopenWithEncoding': { title: 'Reopen with Encoding…', section: 'encoding', needs: 'file' },
  'file.saveWithEncoding': { title: 'Save with Encoding…', section: 'encoding', needs: 'file' },
  'tab.close': { title: 'Close Tab', section: 'close', keys: ['Mod+W'], needs: 'file' },
  'tab.closeOthers': { title: 'Close Other Tabs', inMenu: 'Close Others', section: 'close-all', needs: 'file' },
  'tab.closeToRight': {
    title: 'Close Tabs to the Right',
    inMenu: 'Close to the Right',
    section: 'close-all',
    needs: 'file',
  },
  'tab.closeSaved': { title: 'Close Saved Tabs', inMenu: 'Close Saved', section: 'close-all', needs: 'file' },
  'tab.closeAll': { title: 'Close All Tabs', inMenu: 'Close All', section: 'close-all', needs: 'file' },
  'tab.reopen': { title: 'Reopen Closed Tab', section: 'close', keys: ['Mod+Shift+T'], needs: 'closed' },
  'tab.keep': { title: 'Keep Tab Open', inMenu: 'Keep Open', section: 'tabs', needs: 'preview' },
  'tab.pin': { title: 'Pin or Unpin Tab', section: 'tabs', needs: 'file' },
  'tab.next': { title: 'Next Tab', section: 'tabs', keys: ['Ctrl+Tab', 'Ctrl+PageDown'], needs: 'file' },
  'tab.previous': { title: 'Previous Tab', section: 'tabs', keys: ['Ctrl+Shift+Tab', 'Ctrl+PageUp'], needs: 'file' },
  'pane.splitRight': { title: 'Split Right', section: 'panes', keys: ['Mod+\\'], needs: 'file' },
  'pane.splitDown': { title: 'Split Down', section: 'panes', keys: ['Mod+Alt+\\'], needs: 'file' },
  'pane.next': { title: 'Next Pane', section: 'panes', keys: ['F6'], needs: 'panes' },
  'pane.previous': { title: 'Previous Pane', section: 'panes', keys: ['Shift+F6'], needs: 'panes' },
  'pane.moveTabNext': {
    title: 'Move Tab to Next Pane',
    section: 'panes',
    keys: ['Mod+Alt+ArrowRight'],
    needs: 'file',
  },
  'pane.moveTabPrevious': {
    title: 'Move Tab to Previous Pane',
    section: 'panes',
    keys: ['Mod+Alt+ArrowLeft'],
    needs: 'file',
  },
  'pane.join': { title: 'Join Panes', section: 'panes', needs: 'panes' },
  'edit.find': { title: 'Find', section: 'find', keys: ['Mod+F'] },
  'edit.findNext': { title: 'Find Next', section: 'find', keys: ['F3'], macKeys: ['Mod+G', 'F3'], within: 'editor' },
  'edit.findPrevious': {
    title: 'Find Previous',
    section: 'find',
    keys: ['Shift+F3'],
    macKeys: ['Mod+Shift+G', 'Shift+F3'],
    within: 'editor',
  },
  'edit.replace': { title: 'Replace', section: 'find', keys: ['Mod+H'], macKeys: ['Mod+Alt+F'] },
  'search.inFolder': { title: 'Find in Folder', section: 'find-all', keys: ['Mod+Shift+F'] },
  'search.replaceInFolder': { title: 'Replace in Folder', section: 'find-all' },
  'search.next': { title: 'Next Search Result', section: 'find-all', keys: ['F4'], needs: 'result' },
  'search.previous': { title: 'Previous Search Result', section: 'find-all', keys: ['Shift+F4'], needs: 'result' },
  'edit.toggleLineComment': { title: 'Toggle Line Comment', section: 'comment', keys: ['Mod+/'], within },
  'edit.toggleBlockComment': { title: 'Toggle Block Comment', section: 'comment', keys: ['Shift+Alt+A'], within },
  'edit.moveLinesUp': { title: 'Move Lines Up', section: 'lines', keys: ['Alt+ArrowUp'], within },
  'edit.moveLinesDown': { title: 'Move Lines Down', section: 'lines', keys: ['Alt+ArrowDown'], within },
  'edit.copyLinesUp': { title: 'Copy Lines Up', section: 'lines', keys: ['Shift+Alt+ArrowUp'], within },
  'edit.copyLinesDown': { title: 'Copy Lines Down', section: 'lines', keys: ['Shift+Alt+ArrowDown'], within },
  'edit.deleteLines': { title: 'Delete Lines', section: 'lines', keys: ['Mod+Shift+K'], within },
  'edit.insertLineAbove': { title: 'Insert Line Above', section: 'lines', keys: ['Mod+Shift+Enter'], within },
  'edit.insertLineBelow': { title: 'Insert Line Below', section: 'lines', keys: ['Mod+Enter'], within },
  'edit.indent': { title: 'Indent Lines', section: 'lines', keys: ['Mod+]'], within },
  'edit.outdent': { title: 'Outdent Lines', section: 'lines', keys: ['Mod+['], within },
  'edit.joinLines': { title: 'Join Lines', section: 'lines-order', macKeys: ['Ctrl+J'], within },
  'edit.sortLinesAscending': { title: 'Sort Lines Ascending', section: 'lines-order' },
  'edit.sortLinesDescending': { title: 'Sort Lines Descending', section: 'lines-order' },
  'edit.trimTrailingWhitespace': { title: 'Trim Trailing Whitespace', section: 'lines-order' },
  'edit.complete': { title: 'Complete Word', section: 'lines-order', keys: ['Ctrl+Space'], within },
  'edit.upperCase': { title: 'Make Upper Case', section: 'letters' },
  'edit.lowerCase': { title: 'Make Lower Case', section: 'letters' },
  'edit.titleCase': { title: 'Make Title Case', section: 'letters' },
  'edit.transpose': { title: 'Transpose Letters', section: 'letters', macKeys: ['Ctrl+T'], within },
  'select.expand': {
    title: 'Expand Selection',
    section: 'selection',
    keys: ['Shift+Alt+ArrowRight'],
    macKeys: ['Mod+Ctrl+Shift+ArrowRight'],
    within,
  },
  'select.shrink': {
    title: 'Shrink Selection',
    section: 'selection',
    keys: ['Shift+Alt+ArrowLeft'],
    macKeys: ['Mod+Ctrl+Shift+ArrowLeft'],
    within,
  },
  // Ctrl+L, its key in other editors, is that of the agent here.
  'select.line': { title: 'Select Line', section: 'selection', keys: ['Alt+L'], macKeys: ['Ctrl+L'], within },
  'select.nextMatch': { title: 'Add Next Match to Selection', section: 'matches', keys: ['Mod+D'], within },
  'select.allMatches': { title: 'Select All Matches', section: 'matches', keys: ['Mod+Shift+L', 'Mod+F2'], within },
  'select.cursorAbove': { title: 'Add Cursor Above', section: 'cursors', keys: ['Mod+Alt+ArrowUp'], within },
  'select.cursorBelow': { title: 'Add Cursor Below', section: 'cursors', keys: ['Mod+Alt+ArrowDown'], within },
  'select.lineEnds': { title: 'Add Cursors to Line Ends', section: 'cursors', keys: ['Shift+Alt+I'], within },
  'fold.close': { title: 'Fold', section: 'fold', keys: ['Mod+Shift+['], macKeys: ['Mod+Alt+['], within },
  'fold.open': { title: 'Unfold', section: 'fold', keys: ['Mod+Shift+]'], macKeys: ['Mod+Alt+]'], within },
  'fold.closeAll': { title: 'Fold All', section: 'fold', keys: ['Mod+Alt+['], macKeys: [], within },
  'fold.openAll': { title: 'Unfold All', section: 'fold', keys: ['Mod+Alt+]'], macKeys: [], within },
  'go.back': {
    title: 'Go Back',
    section: 'places',
    keys: ['Alt+ArrowLeft'],
    macKeys: ['Ctrl+-'],
    needs: 'place-before',
  },
  'go.forward': {
    title: 'Go Forward',
    section: 'places',
    keys: ['Alt+ArrowRight'],
    macKeys: ['Ctrl+Shift+-'],
    needs: 'place-after',
  },
  'go.toLastEdit': { title: 'Go to Last Edit', section: 'places', needs: 'edit' },
  'view.quickOpen': { title: 'Go to File…', section: 'go-to', keys: ['Mod+P'] },
  'go.toLine': { title: 'Go to Line…', section: 'go-to', keys: ['Ctrl+G'], needs: 'file' },
  'go.toSymbol': { title: 'Go to Symbol in File…', section: 'go-to', keys: ['Mod+R'], needs: 'file' },
  'edit.goToBracket': { title: 'Go to Bracket', section: 'go-to', keys: ['Mod+Shift+\\'], within },
  'tree.newFile': { title: 'New File in Folder…', inMenu: 'New File…', section: 'tree-new' },
  'tree.newFolder': { title: 'New Folder…', section: 'tree-new' },
  'tree.cut': {
    title: 'Cut File',
    inMenu: 'Cut',
    section: 'tree-change',
    keys: ['Mod+X'],
    within: 'tree',
    needs: 'entry',
  },
  'tree.copy': {
    title: 'Copy File',
    inMenu: 'Copy',
    section: 'tree-change',
    keys: ['Mod+C'],
    within: 'tree',
    needs: 'entry',
  },
  'tree.paste': {
    title: 'Paste File',
    inMenu: 'Paste',
    section: 'tree-change',
    keys: ['Mod+V'],
    within: 'tree',
    needs: 'clipboard',
  },
  'tree.duplicate': {
    title: 'Duplicate File',
    inMenu: 'Duplicate',
    section: 'tree-change',
    needs: 'entry',
  },
  'tree.rename': {
    title: 'Rename File…',
    inMenu: 'Rename…',
    section: 'tree-change',
    keys: ['F2'],
    within: 'tree',
    needs: 'only-entry',
  },
  'tree.delete': {
    title: 'Delete File',
    inMenu: 'Delete',
    section: 'tree-change',
    keys: ['Delete'],
    macKeys: ['Mod+Backspace'],
    within: 'tree',
    needs: 'entry',
  },
  'tree.undo': { title: 'Undo File Operation', section: 'tree-change', keys: ['Mod+Z'], within: 'tree', needs: 'act' },
  'tree.compare': { title: 'Compare Files', section: 'tree-path', needs: 'pair' },
  'tree.reveal': {
    title: 'Reveal in File Manager',
    section: 'tree-path',
    keys: ['Shift+Alt+R'],
    macKeys: ['Mod+Alt+R'],
  },
  'tree.copyPath': {
    title: 'Copy Path',
    section: 'tree-path',
    keys: ['Shift+Alt+C'],
    macKeys: ['Mod+Alt+C'],
    needs: 'entry',
  },
  'tree.copyRelativePath': {
    title: 'Copy Relative Path',
    section: 'tree-path',
    keys: ['Mod+Shift+Alt+C'],
    needs: 'entry',
  },
  'tree.showActive': { title: 'Show Open File in the Tree', section: 'tree-view', needs: 'file' },
  'tree.collapseAll': { title: 'Collapse Folders', section: 'tree-view' },
  'view.palette': { title: 'Show Commands', section: 'palette', keys: ['Mod+Shift+P'] },
  'view.toggleTree': { title: 'Show or Hide Files', section: 'sides', keys: ['Mod+B'] },
  'view.togglePanel': { title: 'Show or Hide Agent Panel', section: 'sides', keys: ['Mod+Alt+L'] },
  'view.markdownPreview': { title: 'Show or Hide Markdown Preview', section: 'sides', needs: 'markdown' },
  'view.markdownPreviewBeside': {
    title: 'Show Markdown Preview to the Side',
    section: 'sides',
    needs: 'markdown',
  },
  'extensions.open': { title: 'Extensions', section: 'lists', keys: ['Mod+Shift+X'] },
  'extensions.running': { title: 'Running Extensions', section: 'lists' },
  'view.notices': { title: 'Show Notifications', section: 'lists' },
  'agent.focus': { title: 'Go to Agent', section: 'agent', keys: ['Mod+L'] },
  'agent.choose': { title: 'Choose an Agent…', section: 'agent', needs: 'agents' },
  'agent.openSession': { title: 'Open a Session of an Agent…', section: 'agent', needs: 'agent-servers' },
  'agent.addSelection': { title: 'Add to Agent Thread', section: 'agent', keys: ['Mod+Shift+J'], needs: 'file' },
  'agent.newThread': { title: 'New Thread', section: 'threads', keys: ['Mod+N'], within: 'panel' },
  'agent.history': { title: 'Threads…', section: 'threads', keys: ['Mod+Shift+H'] },
  'agent.renameThread': { title: 'Rename Thread', section: 'threads', keys: ['F2'], within: 'thread-header' },
  'agent.find': { title: 'Find in Thread', section: 'threads', keys: ['Mod+F'], within: 'panel' },
  'agent.showRequest': { title: 'Show What the Model Sees', section: 'threads' },
  'agent.exportThread': { title: 'Export Thread as Markdown…', section: 'threads' },
  'settings.open': { title: 'Settings', section: 'settings', keys: ['Mod+,'] },
  'settings.keyboard': { title: 'Keyboard Shortcuts', section: 'settings' },
} satisfies Record<string, CommandRow>;

export type AppCommand = keyof typeof rows;

export const commandTable: Readonly<Record<AppCommand, CommandRow>> = rows;

export const appCommands = Object.keys(rows) as readonly AppCommand[];

export const isAppCommand = (command: string): command is AppCommand => Object.hasOwn(rows, command);

/** The keys that a command has unless the person gives it others, as `readKey` gives them. */
export function defaultKeysOf(command: AppCommand, isMac: boolean): readonly KeyBinding[] {
  const { keys = [], macKeys = keys } = commandTable[command];
  return (isMac ? macKeys : keys).flatMap((key) => readKey(key, isMac) ?? []);
}

/** A command for the active document, run by the editor itself. */
export type EditorCommand = Extract<AppCommand, `edit.${string}` | `select.${string}` | `fold.${string}`>;

export const isEditorCommand = (command: AppCommand): command is EditorCommand =>
  /^(?:edit|select|fold)\./.test(command);

/** A command for files and folders, in the tree. */
export type TreeCommand = Extract<AppCommand, `tree.${string}`>;

export const isTreeCommand = (command: AppCommand): command is TreeCommand => command.startsWith('tree.');
