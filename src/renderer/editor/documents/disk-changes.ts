import type { OpenedDocument } from '../../../shared/contract/document.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { settle } from '../../app/settle.ts';
import { api } from '../../bridge.ts';
import { isSavedText, loadIntoSession } from '../sessions.ts';
import { answerToDisk, type DocumentState } from './document-state.ts';
import { findDocument, updateDocument } from './documents-store.ts';
import { toEditorText } from './line-endings.ts';

/** Takes in what the disk holds now: a clean document follows it, an edited one asks (in `DiskBar`). */
export function reportDisk(path: string, document: Result<OpenedDocument>): void {
  updateDocument(path, { type: 'disk-reported', document });
  settleDisk(path);
}

/** It is what the edits are based on: written by main for a model, or put back by another program. While we save, it may be older. */
const isBase = ({ path, revision, isSaving }: DocumentState, { text, lineEnding }: OpenedDocument): boolean =>
  revision !== null && !isSaving && isSavedText(path, toEditorText(text, lineEnding));

/** Answers a difference that was reported while a save was running. */
export function settleDisk(path: string): void {
  const document = findDocument(path);
  if (document?.disk.kind !== 'changed') return;
  if (isBase(document, document.disk.document))
    updateDocument(path, { type: 'rebased', document: document.disk.document });
  else if (answerToDisk(document) === 'reload') load(path, document.disk.document);
}

/** Puts the text of the disk in the place of the edits. They stay in the undo history. */
export async function loadFromDisk(path: string): Promise<void> {
  const result = await settle(api.documents.open(path));
  if (result.ok) load(path, result.value);
  else reportDisk(path, result);
}

/** Decides for the text in the editor; the next save replaces what is on disk. */
export const keepMine = (path: string): void => updateDocument(path, { type: 'kept' });

function load(path: string, document: OpenedDocument): void {
  const loaded = { ...document, path };
  loadIntoSession(loaded);
  updateDocument(path, { type: 'loaded', document: loaded });
}
