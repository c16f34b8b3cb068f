import { getOriginalDoc, originalDocChangeEffect } from '@codemirror/merge';
import type { EditorView } from '@codemirror/view';
import { acceptedChange, rejectedChange } from '../chunks/chunk-changes.ts';
import { chunkAt } from '../chunks/chunks-of.ts';
import type { ChunkDecisions } from '../chunks/merge-extension.ts';
import { configureSession, stateOf } from '../sessions.ts';
import { acceptPart, type ReviewedText, rejectPart } from './review-requests.ts';

export const reviewDecisions = (of: ReviewedText): ChunkDecisions => ({
  accept: { label: 'Accept', name: 'Accept this change', run: (view, place) => acceptChunkAt(view, place, of) },
  reject: { label: 'Reject', name: 'Reject this change', run: (view, place) => rejectChunkAt(view, place, of) },
});

/** Accepts a change: it becomes part of the original text. */
async function acceptChunkAt({ state }: EditorView, place: number, of: ReviewedText): Promise<void> {
  const chunk = chunkAt(state, place);
  if (!chunk) return;
  const before = getOriginalDoc(state);
  const change = acceptedChange(before, state.doc, chunk);
  const accepted = change.apply(before);
  configureSession(of.path, originalDocChangeEffect(state, change));
  if (await acceptPart(of, accepted.toString(), state.doc.toString())) return;
  // A failed call is followed by no new review that would restore the mark.
  const present = stateOf(of.path);
  if (present && getOriginalDoc(present).eq(accepted))
    configureSession(of.path, originalDocChangeEffect(present, change.invert(before)));
}

/** Rejects a change in the file. The text in the editor follows when main has written it. */
async function rejectChunkAt({ state }: EditorView, place: number, of: ReviewedText): Promise<void> {
  const chunk = chunkAt(state, place);
  if (!chunk) return;
  const text = rejectedChange(getOriginalDoc(state), state.doc, chunk).apply(state.doc);
  await rejectPart(of, text.toString(), state.doc.toString());
}
