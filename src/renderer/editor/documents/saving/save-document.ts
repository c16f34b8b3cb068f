import type { Text } from '@codemirror/state';
import type { SavedDocument } from '../../../../shared/contract/documents/document.ts';
import { isUntitled } from '../../../../shared/contract/documents/document-key.ts';
import type { TextForm } from '../../../../shared/contract/documents/encoding.ts';
import type { Failure, Result } from '../../../../shared/contract/errors.ts';
import { visibleBaseName } from '../../../base/paths.ts';
import { ask } from '../../../dialogs/ask.ts';
import { flushJournal } from '../../backups/journals.ts';
import { currentText, markSaved, tellDocument } from '../../sessions.ts';
import { allowOutside } from '../allow-outside.ts';
import { loadFromDisk, reportDisk, settleDisk, showDifferences } from '../disk/disk-changes.ts';
import { type DocumentState, formOf, saveBase } from '../document-state.ts';
import { findDocument } from '../documents-store.ts';
import { type FileToSave, openFile, saveFile } from '../file-texts.ts';
import { forgetNotSaved, tellNotSaved } from './failed-saves.ts';
import { inTurn } from './save-queue.ts';
import { tidyBeforeSave } from './tidy-before-save.ts';

/**
 * Writes a document to its file; untitled ones are saved by `saveDocumentAs` alone.
 * @param isByItself an auto-save, which must not ask a question
 * @returns whether the text as it was at the call is on the disk now
 */
export async function saveDocument(path: string, isByItself = false): Promise<boolean> {
  if (isUntitled(path)) return false;
  return inTurn(path, async (key) => {
    await tidyBeforeSave(key, key, isByItself);
    const document = findDocument(key);
    return !document || save(key, saveBase(document), isByItself);
  });
}

/** One after the other. */
export async function saveDocuments(paths: readonly string[]): Promise<void> {
  for (const path of paths) await saveDocument(path);
}

/** UTF-8, which can encode every text. */
export const plainForm: TextForm = { encoding: 'utf8', hasBom: false };

/** Saves a document with another encoding, which it keeps on success. @param save gives null when it failed */
export async function saveInForm(
  key: string,
  form: TextForm,
  save: (key: string) => Promise<string | null>,
): Promise<string | null> {
  const before = findDocument(key);
  if (!before) return null;
  tellDocument(key, { type: 'encoding-chosen', form });
  const saved = await save(key);
  const present = findDocument(key);
  const isAsChosen = present?.encoding === form.encoding && present.hasBom === form.hasBom;
  if (saved === null && isAsChosen) {
    tellDocument(key, { type: 'encoding-chosen', form: { encoding: before.encoding, hasBom: before.hasBom } });
  }
  return saved;
}

/** @param path of the file that the document is written to */
export const fileToSave = (
  path: string,
  document: DocumentState,
  text: Text,
  baseRevision: FileToSave['baseRevision'],
): FileToSave => ({ path, text, ...formOf(document), baseRevision });

async function save(path: string, baseRevision: FileToSave['baseRevision'], isByItself = false): Promise<boolean> {
  const document = findDocument(path);
  const text = currentText(path);
  if (!document || !text) return true;
  tellDocument(path, { type: 'save-started' });
  // The journal must have the text before the file does: the next start would take it for another program's.
  await flushJournal(path);
  const file = fileToSave(path, document, text, baseRevision);
  const result = await (isByItself ? saveFile(file) : write(file));
  if (!result.ok) {
    tellDocument(path, { type: 'save-failed' });
    settleDisk(path);
    // Main wrote the base of this text meanwhile, so that its revision is newer than the save's: retry with that.
    const present = findDocument(path);
    const revision = present?.disk.kind === 'same' ? present.base?.revision : undefined;
    const isRebased = revision !== undefined && baseRevision !== null && revision !== baseRevision;
    if (result.failure.code === 'file-changed' && isRebased) return save(path, revision, isByItself);
    // A change on disk is shown in a bar, and is a failure for those alone who asked for the save.
    if (result.failure.code === 'file-not-found' || (result.failure.code === 'file-changed' && isByItself)) {
      reportDisk(path, await openFile(path));
      if (isByItself) return false;
    }
    // Opening it would follow the link that has taken its place.
    if (result.failure.code === 'file-replaced' && isByItself) {
      reportDisk(path, result);
      return false;
    }
    return resolveFailure(path, result.failure);
  }
  const { revision } = result.value;
  const { isReadOnly } = document;
  const reported = findDocument(path)?.disk;
  forgetNotSaved(path);
  markSaved(path);
  tellDocument(path, { type: 'saved', version: { revision, text, ...formOf(document), isReadOnly, isLossy: false } });
  if (reported?.kind === 'gone' || (reported?.kind === 'changed' && reported.version.revision !== revision)) {
    // A report during the save that is not of our own write may be older than that: read the file again.
    reportDisk(path, await openFile(path));
  }
  return true;
}

async function write(file: FileToSave): Promise<Result<SavedDocument>> {
  const result = await saveFile(file);
  if (result.ok || result.failure.code !== 'file-outside-project') return result;
  if (!(await allowOutside(file.path, result.failure))) return result;
  return saveFile(file);
}

async function resolveFailure(path: string, failure: Failure): Promise<boolean> {
  if (failure.code !== 'file-changed') {
    const again = async () => ((await saveDocument(path)) ? path : null);
    tellNotSaved(path, path, failure, () => void saveInForm(path, plainForm, again));
    return false;
  }
  const answer = await ask({
    title: `${visibleBaseName(path)} changed on disk`,
    text: 'Another program changed the file after you opened it. Nothing was saved, and your text is kept.',
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'load', label: 'Take theirs' },
      { id: 'overwrite', label: 'Overwrite', kind: 'danger' },
      { id: 'compare', label: 'Compare', kind: 'primary' },
    ],
  });
  if (answer === 'overwrite') return save(path, null);
  if (answer === 'load') await loadFromDisk(path);
  if (answer === 'compare') {
    reportDisk(path, await openFile(path));
    showDifferences(path, true);
  }
  return false;
}
