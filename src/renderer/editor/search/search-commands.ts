import { openSearchPanel, search, searchPanelOpen } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { type Command, type EditorView, keymap } from '@codemirror/view';
import type { Find } from './find.ts';
import { searchScope, setScope } from './scope.ts';
import { SearchPanel } from './search-panel.ts';

/** The last opened search panel of each editor. */
const panels = new WeakMap<EditorView, SearchPanel>();

function createPanel(view: EditorView): SearchPanel {
  const panel = new SearchPanel(view);
  panels.set(view, panel);
  return panel;
}

function closeFind(view: EditorView): boolean {
  const isOpen = searchPanelOpen(view.state);
  if (isOpen) panels.get(view)?.close();
  return isOpen;
}

export const searchInText: Extension = [
  search({ top: true, createPanel }),
  searchScope,
  keymap.of([{ key: 'Escape', run: closeFind, scope: 'editor search-panel' }]),
];

/** A selection within a line becomes the search text; one of several lines becomes the scope. */
function beginning(view: EditorView): Partial<Find> {
  const { state } = view;
  const { main, ranges } = state.selection;
  const text = state.sliceDoc(main.from, main.to);
  if (text.includes('\n')) {
    view.dispatch({ effects: setScope.of(ranges) });
    return { isInSelection: true };
  }
  view.dispatch({ effects: setScope.of([]) });
  return { isInSelection: false, ...(text !== '' && { text, isRegexp: false }) };
}

/** Opens the search panel, or focuses it. */
export const openFind: Command = (view) => open(view, false);
/** The same with the replacement field. */
export const openReplace: Command = (view) => open(view, true);

function open(view: EditorView, replaces: boolean): boolean {
  const wasOpen = searchPanelOpen(view.state);
  const change = wasOpen && !view.hasFocus ? {} : beginning(view);
  if (!wasOpen) openSearchPanel(view);
  const panel = panels.get(view);
  if (!panel) return false;
  if (replaces) panel.showReplace(true);
  panel.begin(change);
  // The search text is there already: the replacement is typed next.
  if (replaces && panel.hasText && wasOpen) panel.focusReplacement();
  return true;
}
