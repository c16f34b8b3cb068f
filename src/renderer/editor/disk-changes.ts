import type { OpenedDocument } from '../../shared/contract/document.ts';
import type { Result } from '../../shared/contract/errors.ts';
import { settle } from '../app/settle.ts';
import { api } from '../bridge.ts';
import { answerToDisk } from './document-state.ts';
import { findDocument, updateDocument } from './documents-store.ts';
import { loadIntoSession } from './sessions.ts';

/** Takes in what the disk holds now: a clean document follows it, an edited one asks (in `DiskBar`). */
export function reportDisk(path: string, document: Result<OpenedDocument>): void {
  updateDocument(path, { type: 'disk-reported', document });
  settleDisk(path);
}

/** Answers a difference that was reported while a save was running. */
export function settleDisk(path: string): void {
  const document = findDocument(path);
  if (document?.disk.kind === 'changed' && answerToDisk(document) === 'reload') load(path, document.disk.document);
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
