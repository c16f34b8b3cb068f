import { type Chunk, getChunks, getOriginalDoc, originalDocChangeEffect } from '@codemirror/merge';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { acceptedChange, rejectedChange } from './chunk-changes.ts';
import { acceptPart, type ReviewedText, rejectPart } from './review-requests.ts';

export const chunksOf = (state: EditorState): readonly Chunk[] => getChunks(state)?.chunks ?? [];

export const chunkAt = (state: EditorState, place: number): Chunk | undefined =>
  chunksOf(state).find(({ fromB, endB }) => fromB <= place && endB >= place);

/** Accepts a change: it becomes part of the original text. */
export async function acceptChunkAt(view: EditorView, place: number, of: ReviewedText): Promise<void> {
  const { state } = view;
  const chunk = chunkAt(state, place);
  if (!chunk) return;
  const before = getOriginalDoc(state);
  const change = acceptedChange(before, state.doc, chunk);
  const accepted = change.apply(before);
  view.dispatch({ effects: originalDocChangeEffect(state, change), userEvent: 'accept' });
  if (await acceptPart(of, accepted.toString(), state.doc.toString())) return;
  // A failed call is followed by no new review that would restore the mark.
  if (getOriginalDoc(view.state).eq(accepted))
    view.dispatch({ effects: originalDocChangeEffect(view.state, change.invert(before)) });
}

/** Rejects a change in the file. The text in the editor follows when main has written it. */
export async function rejectChunkAt({ state }: EditorView, place: number, of: ReviewedText): Promise<void> {
  const chunk = chunkAt(state, place);
  if (!chunk) return;
  const text = rejectedChange(getOriginalDoc(state), state.doc, chunk).apply(state.doc);
  await rejectPart(of, text.toString(), state.doc.toString());
}
