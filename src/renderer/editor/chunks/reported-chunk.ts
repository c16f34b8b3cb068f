import { type EditorView, ViewPlugin } from '@codemirror/view';
import { create } from 'zustand';
import { documentKey } from '../editor-setup.ts';
import { chunksOf } from './chunks-of.ts';

/** Number of changes in a document on the screen, and the index of the one at the cursor. */
export interface ChunkPlace {
  readonly count: number;
  readonly at: number | null;
}

const none: ChunkPlace = { count: 0, at: null };

/** By the key of the document; absent: it is not on the screen, or not marked. */
export const useChunkPlaces = create<Readonly<Record<string, ChunkPlace>>>(() => ({}));

export const useChunkPlace = (path: string): ChunkPlace => useChunkPlaces(({ [path]: place = none }) => place);

/** Views with marks; those that had the focus later stand behind. */
let views: readonly EditorView[] = [];

function report(path: string): void {
  const state = views.findLast((view) => view.state.facet(documentKey) === path)?.state;
  const { [path]: present = none, ...others } = useChunkPlaces.getState();
  if (!state) return useChunkPlaces.setState(others, true);
  const chunks = chunksOf(state);
  const { head } = state.selection.main;
  const at = chunks.findIndex(({ fromB, endB }) => fromB <= head && endB >= head);
  const next = { count: chunks.length, at: at === -1 ? null : at };
  if (present.count !== next.count || present.at !== next.at) useChunkPlaces.setState({ [path]: next });
}

export const reportChunkPlace = ViewPlugin.define((view) => {
  let path = view.state.facet(documentKey);
  views = [...views, view];
  report(path);
  return {
    update({ state, startState, docChanged, selectionSet, focusChanged }) {
      if (focusChanged && view.hasFocus) views = [...views.filter((other) => other !== view), view];
      const before = path;
      path = state.facet(documentKey);
      if (path !== before) report(before);
      const isOther = docChanged || selectionSet || focusChanged || path !== before;
      if (isOther || chunksOf(state) !== chunksOf(startState)) report(path);
    },
    destroy() {
      views = views.filter((other) => other !== view);
      report(path);
    },
  };
});
