import type { OpenedDocument } from '../../../shared/contract/documents/document.ts';
import { ok, type Result } from '../../../shared/contract/errors.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import { currentText, loadVersion, tellDocument } from '../sessions.ts';
import { answerToDisk, versionOf } from './document-state.ts';
import { findDocument } from './documents-store.ts';

/** Takes in what the disk holds now: a clean document follows it, an edited one asks (in `DiskBar`). */
export function reportDisk(path: string, document: Result<OpenedDocument>): void {
  const report = document.ok ? ok(versionOf(document.value, currentText(path))) : document;
  tellDocument(path, { type: 'disk-reported', report });
  settleDisk(path);
}

/** Answers a difference that was reported while a save was running. */
export function settleDisk(path: string): void {
  const document = findDocument(path);
  if (document?.disk.kind === 'changed' && answerToDisk(document) === 'reload')
    loadVersion(path, document.disk.version);
}

/** Puts the text of the disk in the place of the edits. They stay in the undo history. */
export async function loadFromDisk(path: string): Promise<void> {
  const result = await settle(api.documents.open(path));
  if (result.ok) loadVersion(path, versionOf(result.value, currentText(path)));
  else reportDisk(path, result);
}

/** Decides for the text in the editor; the next save replaces what is on disk. */
export const keepMine = (path: string): void => tellDocument(path, { type: 'kept' });
