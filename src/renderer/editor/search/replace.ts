import { findNext, getSearchQuery } from '@codemirror/search';
import { type ChangeSpec, EditorSelection } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import { type Find, replacementFor } from './find.ts';
import { goToNext } from './go-to-match.ts';

type Match = IteratorResult<{ readonly from: number; readonly to: number; readonly match: RegExpExecArray }>;

/** Replaces the selected match and goes to the next; without a selected match it only goes to the next. */
export const replaceNext =
  (find: Find): Command =>
  (view) => {
    const { state } = view;
    const query = getSearchQuery(state);
    if (state.readOnly || !query.valid) return false;
    const { from, to } = state.selection.main;
    const first = query.getCursor(state, from).next() as Match;
    if (first.done || first.value.from !== from || first.value.to !== to) return goToNext(view);
    const insert = replacementFor(find, first.value.match);
    view.dispatch({
      changes: { from, to, insert },
      selection: EditorSelection.cursor(from + insert.length),
      userEvent: 'input.replace',
    });
    (from === to ? goToNext : findNext)(view);
    return true;
  };

/** Replaces every match as one undo step. @returns their number; null: the text is read-only, or there is no search text */
export function replaceAll(view: EditorView, find: Find): number | null {
  const { state } = view;
  const query = getSearchQuery(state);
  if (state.readOnly || !query.valid) return null;
  const changes: ChangeSpec[] = [];
  const cursor = query.getCursor(state);
  for (let next = cursor.next() as Match; !next.done; next = cursor.next() as Match) {
    const { from, to, match } = next.value;
    changes.push({ from, to, insert: replacementFor(find, match) });
  }
  if (changes.length > 0) {
    view.dispatch({
      changes,
      effects: EditorView.announce.of(`${changes.length} replaced.`),
      userEvent: 'input.replace.all',
    });
  }
  return changes.length;
}
