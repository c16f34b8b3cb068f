import type { AppCommand } from '../../../shared/contract/app-commands.ts';
import type { KeyBinding } from './keys.ts';

export interface Command {
  readonly title: string;
  /** The first one is shown in menus. */
  readonly keys: readonly KeyBinding[];
  /** On a Mac, where those are others. */
  readonly macKeys?: readonly KeyBinding[];
  /** The key works while the keyboard is in this part of the window only. */
  readonly within?: string;
  /** What has to be there, else it does nothing. All that is done to a text needs a file. */
  readonly needs?: Need;
}

/** An open file; an entry of the tree, something cut or copied there, something done there; a place that the cursor came by. */
export type Need = 'file' | 'entry' | 'clipboard' | 'act' | 'place-before' | 'place-after' | 'edit';

export const panelSelector = '#agent-panel';
/** The text that is edited, without the fields of the search above it. */
const within = '#editor-body .cm-content';

/** The rows of the tree, and not the field in which one is named. */
export const treeSelector = '#file-tree [role="tree"]:not(:has(input:focus))';

/** Every command of the app: for the keyboard, the palette and the menu alike. What each does is in run-command.ts. */
export const commands: Readonly<Record<AppCommand, Command>> = {
  'file.new': { title: 'New File', keys: ['Mod+N'] },
  'file.open': { title: 'Open File…', keys: ['Mod+O'] },
  'file.save': { title: 'Save', keys: ['Mod+S'], needs: 'file' },
  'file.saveAs': { title: 'Save As…', keys: ['Mod+Shift+S'], needs: 'file' },
  'file.saveAll': { title: 'Save All', keys: ['Mod+Alt+S'], needs: 'file' },
  'file.reopenWithEncoding': { title: 'Reopen with Encoding…', keys: [], needs: 'file' },
  'file.saveWithEncoding': { title: 'Save with Encoding…', keys: [], needs: 'file' },
  'folder.open': { title: 'Open Folder…', keys: ['Mod+Shift+O'] },
  'tab.close': { title: 'Close Tab', keys: ['Mod+W'], needs: 'file' },
  'tab.next': { title: 'Next Tab', keys: ['Ctrl+Tab', 'Ctrl+PageDown'], needs: 'file' },
  'tab.previous': { title: 'Previous Tab', keys: ['Ctrl+Shift+Tab', 'Ctrl+PageUp'], needs: 'file' },
  'edit.find': { title: 'Find', keys: ['Mod+F'] },
  'edit.findNext': { title: 'Find Next', keys: ['F3'], macKeys: ['Mod+G', 'F3'], within: '#editor-body' },
  'edit.findPrevious': {
    title: 'Find Previous',
    keys: ['Shift+F3'],
    macKeys: ['Mod+Shift+G', 'Shift+F3'],
    within: '#editor-body',
  },
  'edit.replace': { title: 'Replace', keys: ['Mod+H'], macKeys: ['Mod+Alt+F'] },
  'edit.toggleLineComment': { title: 'Toggle Line Comment', keys: ['Mod+/'], within },
  'edit.toggleBlockComment': { title: 'Toggle Block Comment', keys: ['Shift+Alt+A'], within },
  'edit.moveLinesUp': { title: 'Move Lines Up', keys: ['Alt+ArrowUp'], within },
  'edit.moveLinesDown': { title: 'Move Lines Down', keys: ['Alt+ArrowDown'], within },
  'edit.copyLinesUp': { title: 'Copy Lines Up', keys: ['Shift+Alt+ArrowUp'], within },
  'edit.copyLinesDown': { title: 'Copy Lines Down', keys: ['Shift+Alt+ArrowDown'], within },
  'edit.deleteLines': { title: 'Delete Lines', keys: ['Mod+Shift+K'], within },
  'edit.insertLineAbove': { title: 'Insert Line Above', keys: ['Mod+Shift+Enter'], within },
  'edit.insertLineBelow': { title: 'Insert Line Below', keys: ['Mod+Enter'], within },
  'edit.joinLines': { title: 'Join Lines', keys: [], macKeys: ['Ctrl+J'], within },
  'edit.sortLinesAscending': { title: 'Sort Lines Ascending', keys: [] },
  'edit.sortLinesDescending': { title: 'Sort Lines Descending', keys: [] },
  'edit.transpose': { title: 'Transpose Letters', keys: [], macKeys: ['Ctrl+T'], within },
  'edit.upperCase': { title: 'Make Upper Case', keys: [] },
  'edit.lowerCase': { title: 'Make Lower Case', keys: [] },
  'edit.titleCase': { title: 'Make Title Case', keys: [] },
  'edit.indent': { title: 'Indent Lines', keys: ['Mod+]'], within },
  'edit.outdent': { title: 'Outdent Lines', keys: ['Mod+['], within },
  'edit.trimTrailingWhitespace': { title: 'Trim Trailing Whitespace', keys: [] },
  'edit.goToBracket': { title: 'Go to Bracket', keys: ['Mod+Shift+\\'], within },
  'select.expand': {
    title: 'Expand Selection',
    keys: ['Shift+Alt+ArrowRight'],
    macKeys: ['Mod+Ctrl+Shift+ArrowRight'],
    within,
  },
  'select.shrink': {
    title: 'Shrink Selection',
    keys: ['Shift+Alt+ArrowLeft'],
    macKeys: ['Mod+Ctrl+Shift+ArrowLeft'],
    within,
  },
  // Its key in other editors, Ctrl+L, goes to the agent here.
  'select.line': { title: 'Select Line', keys: ['Alt+L'], macKeys: ['Ctrl+L'], within },
  'select.nextMatch': { title: 'Add Next Match to Selection', keys: ['Mod+D'], within },
  'select.allMatches': { title: 'Select All Matches', keys: ['Mod+Shift+L', 'Mod+F2'], within },
  'select.cursorAbove': { title: 'Add Cursor Above', keys: ['Mod+Alt+ArrowUp'], within },
  'select.cursorBelow': { title: 'Add Cursor Below', keys: ['Mod+Alt+ArrowDown'], within },
  'select.lineEnds': { title: 'Add Cursors to Line Ends', keys: ['Shift+Alt+I'], within },
  'fold.close': { title: 'Fold', keys: ['Mod+Shift+['], macKeys: ['Mod+Alt+['], within },
  'fold.open': { title: 'Unfold', keys: ['Mod+Shift+]'], macKeys: ['Mod+Alt+]'], within },
  'fold.closeAll': { title: 'Fold All', keys: ['Mod+Alt+['], macKeys: [], within },
  'fold.openAll': { title: 'Unfold All', keys: ['Mod+Alt+]'], macKeys: [], within },
  'go.toLine': { title: 'Go to Line…', keys: ['Ctrl+G'], needs: 'file' },
  'go.toLastEdit': { title: 'Go to Last Edit', keys: [], needs: 'edit' },
  'go.back': { title: 'Go Back', keys: ['Alt+ArrowLeft'], macKeys: ['Ctrl+-'], needs: 'place-before' },
  'go.forward': { title: 'Go Forward', keys: ['Alt+ArrowRight'], macKeys: ['Ctrl+Shift+-'], needs: 'place-after' },
  'tree.newFile': { title: 'New File in Folder…', keys: [] },
  'tree.newFolder': { title: 'New Folder…', keys: [] },
  'tree.rename': { title: 'Rename File…', keys: ['F2'], within: treeSelector, needs: 'entry' },
  'tree.duplicate': { title: 'Duplicate File', keys: [], needs: 'entry' },
  'tree.delete': {
    title: 'Delete File',
    keys: ['Delete'],
    macKeys: ['Mod+Backspace'],
    within: treeSelector,
    needs: 'entry',
  },
  'tree.cut': { title: 'Cut File', keys: ['Mod+X'], within: treeSelector, needs: 'entry' },
  'tree.copy': { title: 'Copy File', keys: ['Mod+C'], within: treeSelector, needs: 'entry' },
  'tree.paste': { title: 'Paste File', keys: ['Mod+V'], within: treeSelector, needs: 'clipboard' },
  'tree.undo': { title: 'Undo File Operation', keys: ['Mod+Z'], within: treeSelector, needs: 'act' },
  'tree.copyPath': { title: 'Copy Path', keys: ['Shift+Alt+C'], macKeys: ['Mod+Alt+C'], needs: 'entry' },
  'tree.copyRelativePath': { title: 'Copy Relative Path', keys: ['Mod+Shift+Alt+C'], needs: 'entry' },
  'tree.reveal': { title: 'Reveal in File Manager', keys: ['Shift+Alt+R'], macKeys: ['Mod+Alt+R'] },
  'tree.collapseAll': { title: 'Collapse Folders', keys: [] },
  'tree.showActive': { title: 'Show Open File in the Tree', keys: [], needs: 'file' },
  'view.toggleTree': { title: 'Show or Hide Files', keys: ['Mod+B'] },
  'view.togglePanel': { title: 'Show or Hide Agent Panel', keys: ['Mod+Alt+L'] },
  'view.quickOpen': { title: 'Go to File…', keys: ['Mod+P'] },
  'view.palette': { title: 'Show Commands', keys: ['Mod+Shift+P'] },
  'view.notices': { title: 'Show Notifications', keys: [] },
  'agent.focus': { title: 'Go to Agent', keys: ['Mod+L'] },
  'agent.newThread': { title: 'New Thread', keys: ['Mod+N'], within: panelSelector },
  'agent.history': { title: 'Threads…', keys: ['Mod+Shift+H'] },
  'agent.renameThread': { title: 'Rename Thread', keys: ['F2'], within: `${panelSelector} header` },
  'agent.exportThread': { title: 'Export Thread as Markdown…', keys: [] },
  'agent.addSelection': { title: 'Add to Agent Thread', keys: ['Mod+Shift+J'], needs: 'file' },
  'agent.find': { title: 'Find in Thread', keys: ['Mod+F'], within: panelSelector },
  'agent.showRequest': { title: 'Show What the Model Sees', keys: [] },
  'extensions.open': { title: 'Extensions', keys: ['Mod+Shift+X'] },
  'extensions.running': { title: 'Running Extensions', keys: [] },
  'settings.open': { title: 'Settings', keys: ['Mod+,'] },
};
