import type { Text } from '@codemirror/state';
import { visibleBaseName } from '../../base/paths.ts';
import { goToFirst } from '../chunks/go-to-chunk.ts';
import { markChunks, markerOf, setOriginal, unmarkChunks } from '../chunks/marks.ts';
import { takeOriginal } from '../chunks/take-original.ts';
import { comparedVersion } from '../documents/document-state.ts';
import { findDocument, useDocuments } from '../documents/documents-store.ts';
import { runInEditor, shownDocument } from '../panes/pane-views.ts';
import { currentText, followSessions } from '../sessions.ts';
import { type Compared, endComparison, useDifferences } from './differences-store.ts';

/** Milliseconds after an edit of the other file until the marks follow. */
const pause = 200;

let isFollowing = false;
/** What the marks are of, by the key of the document that has them. The original is compared by identity. */
const marked = new Map<string, { readonly compared: Compared; readonly original: Text }>();

/** Marks the differences that are to be shown, from now on. */
export function followDifferences(): void {
  if (isFollowing) return;
  isFollowing = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  useDifferences.subscribe(refreshAll);
  // A save gives another base.
  useDocuments.subscribe(refreshAll);
  followSessions({
    edited(path) {
      if (![...useDifferences.getState().shown.values()].some((of) => of.kind === 'file' && of.path === path)) return;
      clearTimeout(timer);
      timer = setTimeout(refreshAll, pause);
    },
  });
  refreshAll();
}

function refreshAll(): void {
  const { shown } = useDifferences.getState();
  for (const path of marked.keys()) {
    if (shown.has(path)) continue;
    marked.delete(path);
    unmarkChunks(path, 'differences');
  }
  for (const [path, compared] of shown) refresh(path, compared);
}

function refresh(path: string, compared: Compared): void {
  const document = findDocument(path);
  if (!document) return;
  // What happened to the file on disk is decided first.
  if (comparedVersion(document)) return endComparison(path);
  const original = compared.kind === 'file' ? (currentText(compared.path) ?? compared.text) : document.base?.text;
  if (!original) return endComparison(path);
  const before = marked.get(path);
  marked.set(path, { compared, original });
  // One that was moved has its marks already.
  if ((before?.compared ?? compared) === compared && markerOf(path) === 'differences') {
    if (before?.original !== original) setOriginal(path, original.toString());
    return;
  }
  markChunks(path, 'differences', original, { reject: takingFrom(compared) });
  if (shownDocument()?.path === path) runInEditor(goToFirst);
}

const takingFrom = (compared: Compared) =>
  compared.kind === 'saved'
    ? { label: 'Revert', name: 'Revert this change', run: takeOriginal }
    : { label: 'Take', name: `Take the lines of ${visibleBaseName(compared.path)}`, run: takeOriginal };
