import { Text } from '@codemirror/state';
import type {
  KeptPanes,
  Restored,
  RestoredDocument,
  RestoredJournal,
} from '../../../shared/contract/documents/backup.ts';
import { freeUntitledKey, isUntitled, untitledDocument } from '../../../shared/contract/documents/document-key.ts';
import { ok } from '../../../shared/contract/errors.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { visibleBaseName } from '../../base/paths.ts';
import { api } from '../../bridge.ts';
import { reportDisk } from '../documents/disk-changes.ts';
import {
  type DocumentState,
  type FileVersion,
  formOf,
  nextDocumentState,
  openedState,
  versionOf,
} from '../documents/document-state.ts';
import { findTab, isDirtyTab, putTab, useDocuments } from '../documents/documents-store.ts';
import { toEditorText } from '../documents/line-endings.ts';
import { setRecentFiles } from '../documents/recent-files.ts';
import { applyLanguage } from '../languages/languages.ts';
import { createSession, currentText, endSession, putIn } from '../sessions.ts';
import { beginAgain, isInUse, journalOf, resumeJournal } from './journals.ts';
import { type Replayed, replay } from './replay.ts';
import { onePane, panesFrom } from './restored-panes.ts';

/** Reopens documents as they were left: unsaved text, undo history, cursors and scroll positions. */
export function showRestored(restored: Restored): void {
  setRecentFiles(restored.recent);
  const { documents, active, panes } = withFreeKeys(restored);
  const shown = documents.filter((document) => mayShow(document) && isShown(document));
  const kept = panes ?? onePane(shown, active);
  useDocuments.setState((present) => panesFrom(kept, present, active === null));
  for (const [id, { tabs }] of kept.panes.entries()) {
    for (const { path, place } of tabs) {
      // As for the document itself: after further edits the place does not hold.
      if (place && place.edits === (journalOf(path)?.edits ?? 0)) putIn(path, id, place);
    }
  }
}

/** Untitled documents have the same keys in every folder: one whose key is in use gets a free one. */
function withFreeKeys({ documents, active, panes }: Restored): Pick<Restored, 'documents' | 'active' | 'panes'> {
  const present = useDocuments.getState().tabs.map(({ path }) => path);
  const taken = new Set([...present, ...documents.map(({ path }) => path)]);
  const given = new Set(present);
  const renamed = new Map<string, string>();
  const keyed = documents.flatMap((document) => {
    const { path, journal } = document;
    const isSecond = isUntitled(path) && given.has(path);
    given.add(path);
    if (!isSecond) return [document];
    // It was kept open by `putAway`, or has no text.
    if (!journal || isInUse(journal.id)) return [];
    const key = freeUntitledKey(taken);
    taken.add(key);
    renamed.set(path, key);
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
function mayShow({ path, journal }: RestoredDocument): boolean {
  const tab = findTab(path);
  if (!tab) return true;
  if (!journal) return false;
  if (journalOf(path) || isDirtyTab(tab)) {
    const text = `${visibleBaseName(path)} was edited before its unsaved text could be restored. Close its tab and restart to get that text.`;
    notify({ severity: 'warning', text });
    return false;
  }
  endSession(path);
  return true;
}

/** One that cannot be restored must not stop the others. */
function isShown(document: RestoredDocument): boolean {
  try {
    show(document);
    return true;
  } catch (error) {
    reportError(error);
    return findTab(document.path) !== undefined;
  }
}

function show(restored: RestoredDocument): void {
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

function tellUnknown(path: string, { id }: RestoredJournal): void {
  const text = `The unsaved text of ${visibleBaseName(path)} could not be restored: the file has been replaced. It is kept in the app’s backups as ${id}.`;
  notify({ severity: 'error', text });
  void api.backups.putAside(id);
}

/** A known text and the edits that followed it. */
interface Start extends Pick<RestoredJournal, 'beginning' | 'entries'> {
  readonly text: Text;
}

/** null: the text before the edits is no longer known. */
function startOf({ beginning, entries, text }: RestoredJournal, { document }: RestoredDocument): Start | null {
  if (text !== null) return { text: Text.of(text.split('\n')), beginning, entries };
  if (!document.ok) return null;
  const { revision, lineEnding } = document.value;
  const onDisk = Text.of(toEditorText(document.value.text, lineEnding).split('\n'));
  if (revision === beginning.revision) return { text: onDisk, beginning, entries };
  // It was saved later, and that text is on disk now: earlier edits cannot be replayed, but none are lost.
  const at = entries.findLastIndex((entry) => entry.type === 'based' && entry.isText && entry.revision === revision);
  const entry = entries[at];
  if (entry?.type !== 'based') return null;
  const form = { revision, ...formOf(entry) };
  return { text: onDisk, beginning: { ...beginning, ...form }, entries: entries.slice(at + 1) };
}

function showEdited({ path, place, document }: RestoredDocument, journal: RestoredJournal, start: Start): void {
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
  document: RestoredDocument['document'],
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
