import { goToNextChunk, goToPreviousChunk } from '@codemirror/merge';
import { EditorSelection } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import { chunkAt, chunksOf } from './chunks-of.ts';

/** Puts the cursor at the first change. */
export const goToFirst: Command = (view) => {
  const [chunk] = chunksOf(view.state);
  if (chunk) view.dispatch({ selection: { anchor: chunk.fromB } });
  return centre(view);
};

/** The first change follows the last one. */
export const goToNext: Command = (view) => {
  goToNextChunk(view);
  return centre(view);
};

export const goToPrevious: Command = (view) => {
  goToPreviousChunk(view);
  return centre(view);
};

/** Scrolls the change at the cursor to the middle. @returns false: there is none */
function centre(view: EditorView): boolean {
  const chunk = chunkAt(view.state, view.state.selection.main.head);
  if (!chunk) return false;
  const range = EditorSelection.range(chunk.endB, chunk.fromB);
  view.dispatch({ effects: EditorView.scrollIntoView(range, { y: 'center' }) });
  return true;
}

/**
 * Centres the whole change: its removed lines and buttons are drawn above the position that is scrolled to. If it is
 * higher than the view, its beginning is shown, where the buttons are.
 */
export const wholeChunks = EditorView.scrollHandler.of((view, range, { y }) => {
  const chunk = chunkAt(view.state, range.from);
  if (y !== 'center' || chunk?.fromB !== range.from) return false;
  const { top } = view.lineBlockAt(chunk.fromB);
  const room = view.scrollDOM.clientHeight - (view.lineBlockAt(chunk.endB).bottom - top);
  // Also at the beginning of the lines, as the buttons are at the end of the view there.
  const above = room < 0 ? view.defaultLineHeight : room / 2;
  view.scrollDOM.scrollTo(0, view.documentPadding.top + top - above);
  return true;
});
