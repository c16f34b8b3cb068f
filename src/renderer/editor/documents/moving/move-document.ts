import { applyLanguage } from '../../languages/languages.ts';
import { endPreview } from '../../preview/markdown.ts';
import { moveSession } from '../../sessions.ts';
import type { DocumentState } from '../document-state.ts';
import { putTab } from '../documents-store.ts';
import { moveQueue } from '../saving/save-queue.ts';

/**
 * Moves an open document to the key of `document`, in place of its tab: with its text, undo history, selection and
 * journal. No other document may be open under that key.
 */
export function moveDocument(from: string, document: DocumentState): void {
  moveSession(from, document.path);
  moveQueue(from, document.path);
  putTab({ kind: 'document', path: document.path, document }, from);
  void applyLanguage(document.path).then(() => endPreview(document.path));
}
