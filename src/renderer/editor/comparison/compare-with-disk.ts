import { getOriginalDoc, originalDocChangeEffect } from '@codemirror/merge';
import type { EditorView } from '@codemirror/view';
import { acceptedChange } from '../chunks/chunk-changes.ts';
import { chunkAt } from '../chunks/chunks-of.ts';
import { goToFirst } from '../chunks/go-to-chunk.ts';
import { markChunks, markerOf, unmarkChunks } from '../chunks/marks.ts';
import type { ChunkDecisions } from '../chunks/merge-extension.ts';
import { takeOriginal } from '../chunks/take-original.ts';
import { keepMine } from '../documents/disk/disk-changes.ts';
import { comparedVersion, type DocumentState, type FileVersion } from '../documents/document-state.ts';
import { findDocument, useDocuments } from '../documents/documents-store.ts';
import { documentKey } from '../editor-setup.ts';
import { runInEditor, shownDocument } from '../panes/pane-views.ts';
import { configureSession, loadVersion, stateOf } from '../sessions.ts';

/*
 * The differences between a text and its file on disk, decided one by one. The original of the marks is the file on
 * disk: what is kept of mine is put into it, and what is taken of theirs into the text, until the two are the same.
 */

let isFollowing = false;
/** The versions of the marks, by path. */
const marked = new Map<string, FileVersion>();

/** Marks the documents that are compared, from now on. */
export function followComparisons(): void {
  if (isFollowing) return;
  isFollowing = true;
  useDocuments.subscribe(refreshAll);
  refreshAll();
}

function refreshAll(): void {
  const { tabs } = useDocuments.getState();
  for (const path of marked.keys()) if (!findDocument(path)) marked.delete(path);
  for (const tab of tabs) if (tab.kind === 'document') refresh(tab.path, tab.document);
}

function refresh(path: string, document: DocumentState): void {
  const version = comparedVersion(document);
  const isMarked = markerOf(path) === 'comparison';
  if (!version) {
    marked.delete(path);
    // Also of a document that was saved as another file.
    if (isMarked) unmarkChunks(path, 'comparison');
    return;
  }
  // Of one that changed again all differences are to be decided again.
  if (isMarked && marked.get(path)?.revision === version.revision) return;
  marked.set(path, version);
  markChunks(path, 'comparison', version.text, decisions);
  const { disk } = document;
  const mayMove = disk.kind !== 'changed' || !disk.isUnasked;
  if (mayMove && shownDocument()?.path === path) runInEditor(goToFirst);
}

const decisions: ChunkDecisions = {
  accept: { label: 'Keep mine', name: 'Keep my lines of this change', run: keepChunk },
  reject: { label: 'Take theirs', name: 'Take the lines on disk of this change', run: takeChunk },
};

function keepChunk(view: EditorView, place: number): void {
  const { state } = view;
  const chunk = chunkAt(state, place);
  if (!chunk) return;
  const path = state.facet(documentKey);
  const change = acceptedChange(getOriginalDoc(state), state.doc, chunk);
  configureSession(path, originalDocChangeEffect(state, change));
  settle(path);
}

function takeChunk(view: EditorView, place: number): void {
  if (takeOriginal(view, place)) settle(view.state.facet(documentKey));
}

/** When all differences are decided the edits are based on the file as it is on disk. */
function settle(path: string): void {
  const state = stateOf(path);
  const document = findDocument(path);
  const version = document && comparedVersion(document);
  if (!state || !version || !getOriginalDoc(state).eq(state.doc)) return;
  if (state.doc.eq(version.text)) loadVersion(path, version);
  else keepMine(path);
}
