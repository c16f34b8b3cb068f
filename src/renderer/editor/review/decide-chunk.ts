import { type Chunk, getChunks, getOriginalDoc, originalDocChangeEffect } from '@codemirror/merge';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { acceptedChange, rejectedChange } from './chunk-changes.ts';
import { acceptFile, acceptPart, rejectFile, rejectPart } from './review-requests.ts';

/** A file of which changes are decided one by one. */
export interface ReviewedText {
  readonly threadId: string;
  readonly path: string;
  /** There was no such file before. */
  readonly isNew: boolean;
}

export const chunksOf = (state: EditorState): readonly Chunk[] => getChunks(state)?.chunks ?? [];

export const chunkAt = (state: EditorState, place: number): Chunk | undefined =>
  chunksOf(state).find(({ fromB, endB }) => fromB <= place && endB >= place);

/** Takes a change as it is: from here on it counts as what was there before. */
export async function acceptChunkAt(view: EditorView, place: number, of: ReviewedText): Promise<boolean> {
  const { state } = view;
  const chunk = chunkAt(state, place);
  if (!chunk) return false;
  const before = getOriginalDoc(state);
  const change = acceptedChange(before, state.doc, chunk);
  const accepted = change.apply(before);
  view.dispatch({ effects: originalDocChangeEffect(state, change), userEvent: 'accept' });
  const isLast = accepted.eq(state.doc);
  const isDone = isLast
    ? await acceptFile(of.threadId, of.path)
    : await acceptPart(of.threadId, of.path, accepted.toString());
  if (isDone) return true;
  // The view is told of what it lost by no review.
  const present = getOriginalDoc(view.state);
  if (present.eq(accepted)) {
    view.dispatch({ effects: originalDocChangeEffect(view.state, change.invert(before)) });
  }
  return false;
}

/** Takes a change out of the file. The text follows when main has done so. */
export async function rejectChunkAt(view: EditorView, place: number, of: ReviewedText): Promise<boolean> {
  const { state } = view;
  const chunk = chunkAt(state, place);
  if (!chunk) return false;
  const text = rejectedChange(getOriginalDoc(state), state.doc, chunk).apply(state.doc);
  // What is left of a new file without its changes is no file.
  if (of.isNew && text.length === 0) return rejectFile(of.threadId, of.path);
  return rejectPart(of.threadId, of.path, state.doc.toString(), text.toString());
}
