import { findNext, findPrevious, getSearchQuery } from '@codemirror/search';
import { EditorSelection, type EditorState } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';

/** Selects the next match, and after the last one the first. */
export const goToNext: Command = (view) => {
  leaveEmptyMatch(view, 1);
  return findNext(view);
};

/** Selects the match before, and before the first one the last. */
export const goToPrevious: Command = (view) => {
  leaveEmptyMatch(view, -1);
  return findPrevious(view);
};

/** CodeMirror looks from the cursor on, where it would find an empty match again for ever. */
function leaveEmptyMatch(view: EditorView, step: 1 | -1): void {
  const { state } = view;
  const { head } = state.selection.main;
  if (!isAtEmptyMatch(state)) return;
  const { length } = state.doc;
  const beside = (head + step + length + 1) % (length + 1);
  view.dispatch({ selection: EditorSelection.cursor(beside) });
}

function isAtEmptyMatch(state: EditorState): boolean {
  const { head, empty } = state.selection.main;
  const query = getSearchQuery(state);
  if (!empty || !query.valid) return false;
  const { done, value } = query.getCursor(state, head, state.doc.lineAt(head).to).next();
  return !done && value.from === head && value.to === head;
}
