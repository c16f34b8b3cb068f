import { Text } from '@codemirror/state';
import type { KeptPanes, Restored, RestoredJournal } from '../../../shared/contract/documents/backup.ts';
import { freeUntitledKey, isUntitled, untitledDocument } from '../../../shared/contract/documents/document-key.ts';
import { ok } from '../../../shared/contract/errors.ts';
import { firstPaint } from '../../base/first-paint.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { visibleBaseName } from '../../base/paths.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import { reportDisk } from '../documents/disk/disk-changes.ts';
import {
  type DocumentState,
  type FileVersion,
  formOf,
  nextDocumentState,
  openedState,
  versionOf,
} from '../documents/document-state.ts';
import { textOf } from '../documents/document-text.ts';
import { findDocument, findTab, isDirtyTab, putTab, removeTab, useDocuments } from '../documents/documents-store.ts';
import { awaitOpening } from '../documents/open-document.ts';
import { setRecentFiles } from '../documents/recent-files.ts';
import { applyLanguage } from '../languages/languages.ts';
import { focusLate } from '../panes/pane-views.ts';
import { createSession, currentText, endSession, putIn } from '../sessions.ts';
import { beginAgain, isInUse, journalOf, resumeJournal } from './journals.ts';
import { type Replayed, replay } from './replay.ts';
import { onePane, panesFrom } from './restored-panes.ts';
import {
  journalIdOf,
  leftOf,
  type ReadJournal,
  type ReadRestored,
  type Restorable,
  readAlready,
  receiveRestored,
} from './restored-texts.ts';

/**
 * Reopens documents as they were left: unsaved text, undo history, cursors and scroll positions. Those whose text is long
 * follow when it has arrived, those that are not seen and have no unsaved text after the first paint.
 */
export function showRestored(restored: Restored): void {
  setRecentFiles(restored.recent);
  const { documents, active, panes } = withFreeKeys(restored);
  const awaited: Restorable[] = [];
  const shown = documents.filter(mayShow).filter((document) => {
    const read = readAlready(document);
    if (read) return isShown(read);
    putTab({ kind: 'opening', path: document.path, left: leftOf(document) });
    awaited.push(document);
    return true;
  });
  const kept = panes ?? onePane(shown, active);
  useDocuments.setState((present) => panesFrom(kept, present, active === null));
  putPlaces(kept);
  for (const document of awaited) awaitOpening(document.path, showLater(document, kept));
}

/** Puts the views where they were: of all documents, or of one. */
function putPlaces({ panes }: KeptPanes, of?: string): void {
  for (const [id, { tabs }] of panes.entries()) {
    for (const { path, place } of tabs) {
      // As for the document itself: after further edits the place does not hold.
      if (place && path === (of ?? path) && place.edits === (journalOf(path)?.edits ?? 0)) putIn(path, id, place);
    }
  }
}

/** Shows a document when its text has arrived, unless its tab is closed by then. @returns its path; null: it is not shown */
async function showLater(restorable: Restorable, kept: KeptPanes): Promise<string | null> {
  const { path } = restorable;
  const isSeen = kept.panes.some(({ active }) => active === path);
  if (!isSeen && 'lateId' in restorable) await firstPaint;
  const arrived = await settle(receiveRestored(restorable));
  if (findTab(path)?.kind !== 'opening') {
    if (!findDocument(path) && !isUntitled(path)) await api.documents.close(path);
    return null;
  }
  if (!arrived.ok) putTab({ kind: 'failed', path, failure: arrived.failure });
  else if (!isShown(arrived.value)) removeTab(path);
  putPlaces(kept, path);
  focusLate(path);
  return findDocument(path) ? path : null;
}

/** Untitled documents have the same keys in every folder: one whose key is in use gets a free one. */
function withFreeKeys({ documents, active, panes }: Restored): Pick<Restored, 'documents' | 'active' | 'panes'> {
  const present = useDocuments.getState().tabs.map(({ path }) => path);
  const taken = new Set([...present, ...documents.map(({ path }) => path)]);
  const given = new Set(present);
  const renamed = new Map<string, string>();
  const keyed = documents.flatMap((document): Restorable[] => {
    const { path } = document;
    const isSecond = isUntitled(path) && given.has(path);
    given.add(path);
    if (!isSecond) return [document];
    // It was kept open by `putAway`, or has no text.
    const journalId = journalIdOf(document);
    if (journalId === undefined || isInUse(journalId)) return [];
    const key = freeUntitledKey(taken);
    taken.add(key);
    renamed.set(path, key);
    if ('lateId' in document) return [{ ...document, path: key }];
    return [{ ...document, path: key, document: ok(untitledDocument(key)) }];
  });
  const keyNow = (path: string): string => renamed.get(path) ?? path;
  const activeNow = (path: string | null): string | null => (path === null ? null : keyNow(path));
  const paneNow = (pane: KeptPanes['panes'][number]) => ({
    tabs: pane.tabs.map((tab) => ({ ...tab, path: keyNow(tab.path) })),
    active: activeNow(pane.active),
  });
  return {
    documents: keyed,
    active: activeNow(active),
    ...(panes && { panes: { ...panes, panes: panes.panes.map(paneNow) } }),
  };
}

/** A tab opened meanwhile stays, unless the one to restore has unsaved text that it lacks. */
function mayShow(document: Restorable): boolean {
  const { path } = document;
  const tab = findTab(path);
  if (!tab) return true;
  if (journalIdOf(document) === undefined) return false;
  if (journalOf(path) || isDirtyTab(tab)) {
    const text = `${visibleBaseName(path)} was edited before its unsaved text could be restored. Close its tab and restart to get that text.`;
    notify({ severity: 'warning', text });
    return false;
  }
  endSession(path);
  return true;
}

/** One that cannot be restored must not stop the others. */
function isShown(document: ReadRestored): boolean {
  try {
    show(document);
    return true;
  } catch (error) {
    reportError(error);
    return findTab(document.path) !== undefined;
  }
}

function show(restored: ReadRestored): void {
  const { path, place, document, journal } = restored;
  const start = journal && startOf(journal, restored);
  if (journal && start) return showEdited(restored, journal, start);
  if (journal) tellUnknown(path, journal);
  if (!document.ok) return putTab({ kind: 'failed', path, failure: document.failure });
  const version = versionOf(document.value);
  createSession(path, version, { place });
  putTab({ kind: 'document', path, document: openedState(path, version) });
  void applyLanguage(path);
}

function tellUnknown(path: string, { id }: ReadJournal): void {
  const text = `The unsaved text of ${visibleBaseName(path)} could not be restored: the file has been replaced. It is kept in the app’s backups as ${id}.`;
  notify({ severity: 'error', text });
  void api.backups.putAside(id);
}

/** A known text and the edits that followed it. */
interface Start extends Pick<RestoredJournal, 'beginning' | 'entries'> {
  readonly text: Text;
}

/** null: the text before the edits is no longer known. */
function startOf({ beginning, entries, text }: ReadJournal, { document }: ReadRestored): Start | null {
  if (text !== null) return { text, beginning, entries };
  if (!document.ok) return null;
  const { revision } = document.value;
  const onDisk = textOf(document.value);
  if (revision === beginning.revision) return { text: onDisk, beginning, entries };
  // It was saved later, and that text is on disk now: earlier edits cannot be replayed, but none are lost.
  const at = entries.findLastIndex((entry) => entry.type === 'based' && entry.isText && entry.revision === revision);
  const entry = entries[at];
  if (entry?.type !== 'based') return null;
  const form = { revision, ...formOf(entry) };
  return { text: onDisk, beginning: { ...beginning, ...form }, entries: entries.slice(at + 1) };
}

function showEdited({ path, place, document }: ReadRestored, journal: ReadJournal, start: Start): void {
  const isReadOnly = document.ok && document.value.isReadOnly;
  const edits = journal.entries.filter(({ type }) => type === 'edited').length;
  let replayed: Replayed | undefined;
  createSession(
    path,
    { text: start.text, isReadOnly },
    {
      replay(state) {
        replayed = replay(state, start);
        return replayed.state;
      },
      // The cursor is where the last edit left it, unless it was moved since.
      place: place?.edits === edits ? place : undefined,
    },
  );
  const text = currentText(path);
  if (!replayed || !text) return;
  putTab({ kind: 'document', path, document: documentState(path, replayed, document, isReadOnly, text) });
  // Before any other edit.
  if (replayed.isCut || start.entries !== journal.entries) {
    beginAgain(path);
    void api.backups.putAside(journal.id);
  } else resumeJournal(path, { ...journal, form: replayed.form }, journal.text === null ? start.text : null);
  if (replayed.isCut) {
    const sentence = `The last edits in ${visibleBaseName(path)} could not be restored. They are kept in the app’s backups as ${journal.id}.`;
    notify({ severity: 'error', text: sentence });
  }
  reportDisk(path, document);
  void applyLanguage(path);
}

/** Stands for the text of a base that is not known any more: equal to no other. */
const unknownText = Text.of([crypto.randomUUID()]);

function documentState(
  path: string,
  { form, base: known }: Replayed,
  document: ReadRestored['document'],
  isReadOnly: boolean,
  text: Text,
): DocumentState {
  const { revision } = form;
  const opened: DocumentState = {
    ...{ path, ...formOf(form), isReadOnly },
    base: baseOf(),
    ...{ isEdited: false, isSaving: false, disk: { kind: 'same' } },
  };
  return nextDocumentState(opened, { type: 'text-changed' }, text);

  function baseOf(): FileVersion | null {
    if (document.ok && document.value.revision === revision) return versionOf(document.value, text);
    if (revision === null) return null;
    return { revision, text: known ?? unknownText, ...formOf(form), isReadOnly, isLossy: false };
  }
}
