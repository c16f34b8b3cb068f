import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { visibleBaseName } from '../../base/paths.ts';
import { loadFromDisk } from './disk/disk-changes.ts';
import { isDirty } from './document-state.ts';
import { findDocument } from './documents-store.ts';
import { whenSaved } from './saving/save-queue.ts';

/** Whether a document differs from its file. */
export function canRevert(path: string | null): boolean {
  const document = findDocument(path);
  return document !== undefined && !isUntitled(document.path) && isDirty(document);
}

/** Gives a document the text of its file. It asks nothing, as undo brings the edits back. */
export async function revertDocument(path: string): Promise<void> {
  await whenSaved(path);
  if (!canRevert(path)) return;
  await loadFromDisk(path);
  if (canRevert(path)) return;
  notify({ severity: 'info', text: `${visibleBaseName(path)} is as on disk. Undo brings your changes back.` });
}
