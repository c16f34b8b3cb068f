import type { EditorState } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { create } from 'zustand';
import { chunksOf } from './chunks-of.ts';

/** Number of changes in the active document, and the index of the one at the cursor. */
export const useChunkPlace = create<{ readonly count: number; readonly at: number | null }>(() => ({
  count: 0,
  at: null,
}));

function report(state: EditorState): void {
  const chunks = chunksOf(state);
  const { head } = state.selection.main;
  const at = chunks.findIndex(({ fromB, endB }) => fromB <= head && endB >= head);
  const next = { count: chunks.length, at: at === -1 ? null : at };
  const present = useChunkPlace.getState();
  if (present.count !== next.count || present.at !== next.at) useChunkPlace.setState(next);
}

export const reportChunkPlace = ViewPlugin.define((view) => {
  report(view.state);
  return {
    update({ state, startState, docChanged, selectionSet }) {
      if (docChanged || selectionSet || chunksOf(state) !== chunksOf(startState)) report(state);
    },
    destroy: () => useChunkPlace.setState({ count: 0, at: null }),
  };
});
