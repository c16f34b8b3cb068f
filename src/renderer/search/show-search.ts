import { partSelectors } from '../base/commands/window-parts.ts';
import { showSide, useLayout } from '../base/layout/layout-store.ts';
import { awaitPart } from '../base/overlay-store.ts';
import { shownDocument } from '../editor/panes/pane-views.ts';
import { changeFields, showReplacement, useSearch } from './search-store.ts';

const maxSelected = 1000;

/** Shows the search with its field focused; it begins with what is selected within a line of the text. */
export function showSearch(replaces = false): void {
  const selected = selectedText();
  if (selected !== '') changeFields({ text: selected, isRegexp: false });
  if (replaces && !useSearch.getState().showsReplacement) showReplacement(true);
  if (!useLayout.getState().hasSearch) awaitPart();
  showSide('search');
  useSearch.setState(({ focusWanted }) => ({ focusWanted: focusWanted + 1 }));
}

/** "" unless the keyboard is in the text. */
function selectedText(): string {
  const shown = shownDocument();
  if (!shown || !document.activeElement?.closest(partSelectors.editor)) return '';
  const { from, to } = shown.state.selection.main;
  const text = to - from > maxSelected ? '' : shown.state.sliceDoc(from, to);
  return text.includes('\n') ? '' : text;
}
