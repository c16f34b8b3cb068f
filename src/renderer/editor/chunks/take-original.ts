import { isolateHistory } from '@codemirror/commands';
import { getOriginalDoc } from '@codemirror/merge';
import type { EditorView } from '@codemirror/view';
import { rejectedChange } from './chunk-changes.ts';
import { chunkAt } from './chunks-of.ts';

/** Gives the text what the original has at the change at `place`, as a step of its own. @returns whether it could */
export function takeOriginal(view: EditorView, place: number): boolean {
  const { state } = view;
  const chunk = state.readOnly ? undefined : chunkAt(state, place);
  if (!chunk) return false;
  view.dispatch({
    changes: rejectedChange(getOriginalDoc(state), state.doc, chunk),
    annotations: isolateHistory.of('full'),
    userEvent: 'revert',
  });
  return true;
}
