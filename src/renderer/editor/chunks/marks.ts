import { getOriginalDoc, originalDocChangeEffect } from '@codemirror/merge';
import { ChangeSet, Compartment, type Extension, Facet, StateEffect, type Text } from '@codemirror/state';
import { minimalChange } from '../minimal-change.ts';
import { forAnotherView } from '../panes/document-view.ts';
import { configureSession, stateOf } from '../sessions.ts';
import { type ChunkDecisions, mergeExtension } from './merge-extension.ts';

/** Whose the marks in a text are: there is one original at a time. */
export type Marker = 'review' | 'comparison' | 'differences';

/** Added to a session when it is first marked, and emptied afterwards. */
const slot = new Compartment();
const marker = Facet.define<Marker>();

/** Who marks the changes of an open document; null: nobody. */
export const markerOf = (path: string): Marker | null => stateOf(path)?.facet(marker)[0] ?? null;

/** Marks the changes of an open document since `original`, in place of other marks. */
export function markChunks(path: string, by: Marker, original: string | Text, decisions: ChunkDecisions): void {
  // An original that is there would stay.
  if (markerOf(path) !== null) fill(path, []);
  fill(path, marksOf(by, original, decisions));
}

const marksOf = (by: Marker, original: string | Text, decisions: ChunkDecisions): Extension => [
  marker.of(by),
  mergeExtension(original, decisions),
  // The widgets of its changes keep their elements.
  forAnotherView.of((state) => {
    const bare = state.update({ effects: slot.reconfigure([]) }).state;
    return bare.update({ effects: slot.reconfigure(marksOf(by, getOriginalDoc(state), decisions)) }).state;
  }),
];

/** Replaces the original of the marks in a document. */
export function setOriginal(path: string, text: string): void {
  const state = stateOf(path);
  if (!state) return;
  const original = getOriginalDoc(state);
  const change = minimalChange(original.toString(), text);
  if (change) configureSession(path, originalDocChangeEffect(state, ChangeSet.of(change, original.length)));
}

/** Takes away the marks of `by`, and no others. */
export function unmarkChunks(path: string, by: Marker): void {
  if (markerOf(path) === by) fill(path, []);
}

function fill(path: string, extension: Extension): void {
  const state = stateOf(path);
  if (!state) return;
  const isThere = slot.get(state) !== undefined;
  configureSession(path, isThere ? slot.reconfigure(extension) : StateEffect.appendConfig.of(slot.of(extension)));
}
