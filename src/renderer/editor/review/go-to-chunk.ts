import { goToNextChunk, goToPreviousChunk } from '@codemirror/merge';
import { EditorSelection } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import { chunkAt, chunksOf } from './decide-chunk.ts';

/** Puts the cursor at the first change. */
export const goToFirst: Command = (view) => {
  const [chunk] = chunksOf(view.state);
  if (chunk) view.dispatch({ selection: { anchor: chunk.fromB } });
  return centre(view);
};

/** After the last one comes the first. */
export const goToNext: Command = (view) => {
  goToNextChunk(view);
  return centre(view);
};

export const goToPrevious: Command = (view) => {
  goToPreviousChunk(view);
  return centre(view);
};

/** Brings the change with the cursor to the middle of the view. @returns false: there is none */
function centre(view: EditorView): boolean {
  const chunk = chunkAt(view.state, view.state.selection.main.head);
  if (!chunk) return false;
  const range = EditorSelection.range(chunk.endB, chunk.fromB);
  view.dispatch({ effects: EditorView.scrollIntoView(range, { y: 'center' }) });
  return true;
}

/**
 * What is in the middle is the whole change: what was removed, and the buttons, are drawn above the place that is scrolled
 * to. Of one that is higher than the view the beginning is shown, where the buttons are.
 */
export const wholeChunks = EditorView.scrollHandler.of((view, range, { y }) => {
  const chunk = chunkAt(view.state, range.from);
  if (y !== 'center' || chunk?.fromB !== range.from) return false;
  const { top } = view.lineBlockAt(chunk.fromB);
  const room = view.scrollDOM.clientHeight - (view.lineBlockAt(chunk.endB).bottom - top);
  // At the beginning of the lines too, as the buttons are at the end of the view there.
  const above = room < 0 ? view.defaultLineHeight : room / 2;
  view.scrollDOM.scrollTo(0, view.documentPadding.top + top - above);
  return true;
});
