import { type EditorView, ViewPlugin } from '@codemirror/view';
import { create } from 'zustand';
import { chunksOf } from './chunks-of.ts';

/** Number of changes in the document in front, and the index of the one at the cursor. */
export const useChunkPlace = create<{ readonly count: number; readonly at: number | null }>(() => ({
  count: 0,
  at: null,
}));

/** Views with marks; the last one is that of the pane that had the focus last. */
let views: readonly EditorView[] = [];

function report(): void {
  const state = views.at(-1)?.state;
  const chunks = state ? chunksOf(state) : [];
  const head = state?.selection.main.head ?? 0;
  const at = chunks.findIndex(({ fromB, endB }) => fromB <= head && endB >= head);
  const next = { count: chunks.length, at: at === -1 ? null : at };
  const present = useChunkPlace.getState();
  if (present.count !== next.count || present.at !== next.at) useChunkPlace.setState(next);
}

export const reportChunkPlace = ViewPlugin.define((view) => {
  const others = views.filter((other) => other !== view);
  views = view.hasFocus || others.length === 0 ? [...others, view] : [view, ...others];
  report();
  return {
    update({ state, startState, docChanged, selectionSet, focusChanged }) {
      if (focusChanged && view.hasFocus) views = [...views.filter((other) => other !== view), view];
      if (docChanged || selectionSet || focusChanged || chunksOf(state) !== chunksOf(startState)) report();
    },
    destroy() {
      views = views.filter((other) => other !== view);
      report();
    },
  };
});
