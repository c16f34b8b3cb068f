import type { BufferAnswer, BufferRequest } from '../../../shared/contract/change.ts';
import { maxWholeBytes } from '../../../shared/contract/documents/text-limits.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { api } from '../../bridge.ts';
import { reportDisk } from '../documents/disk/disk-changes.ts';
import { type DocumentState, isDirty } from '../documents/document-state.ts';
import { linesOf } from '../documents/document-text.ts';
import { findDocument, findTab } from '../documents/documents-store.ts';
import { openFile } from '../documents/file-texts.ts';
import { lineEndingOf, toEditorText, toFileText } from '../documents/line-endings.ts';
import { moveDocument } from '../documents/moving/move-document.ts';
import { whenSaved } from '../documents/saving/save-queue.ts';
import { currentText, replaceText, tellDocument } from '../sessions.ts';

/** Answers main's request about an open document, made before main changes the file for a model. */
export async function answerBufferRequest({
  requestId,
  request,
  until,
}: Extract<MainEvent, { type: 'buffer-request' }>): Promise<void> {
  // A save that is under way may change the base that the request is about.
  await whenSaved(request.path);
  // Main no longer waits by then, and has done nothing.
  if (Date.now() >= until) return;
  await api.changes.answerBuffer(requestId, answer(request));
}

function answer(request: BufferRequest): BufferAnswer {
  const document = findDocument(request.path);
  const doc = currentText(request.path);
  // Main refuses a file of that size, as it does when the editor has none.
  const isTooLarge = request.type !== 'moved' && (doc?.length ?? 0) > maxWholeBytes;
  if (!document || !doc || isTooLarge) return { type: 'closed' };
  switch (request.type) {
    case 'read':
      return { type: 'text', text: toFileText(doc.toString(), document.lineEnding), isEdited: isDirty(document) };
    case 'apply':
      return toFileText(doc.toString(), document.lineEnding) === request.base
        ? apply(document, request)
        : { type: 'changed' };
    case 'moved':
      return move(document, request.to);
  }
}

function apply(
  document: DocumentState,
  { text, isSaved = false, turn }: Extract<BufferRequest, { type: 'apply' }>,
): BufferAnswer {
  const { path } = document;
  const isEdited = !isSaved && isDirty(document);
  const lineEnding = lineEndingOf(text) ?? document.lineEnding;
  if (lineEnding !== document.lineEnding) tellDocument(path, { type: 'line-ends-changed', lineEnding });
  replaceText(path, linesOf(toEditorText(text, lineEnding)), turn);
  // Without unsaved edits main writes the same text to the disk: it counts as saved from here on.
  if (!isEdited) tellDocument(path, { type: 'written-by-main' });
  return { type: 'applied', isEdited };
}

function move(document: DocumentState, to: string): BufferAnswer {
  const { path } = document;
  // The tab at that path shows a deleted file and keeps its text; this document then finds its own file gone too.
  if (findTab(to)) return { type: 'closed' };
  moveDocument(path, { ...document, path: to });
  void follow(path, to);
  return { type: 'applied', isEdited: isDirty(document) };
}

/** Makes main watch the file at its new place. */
async function follow(path: string, to: string): Promise<void> {
  await api.documents.close(path);
  reportDisk(to, await openFile(to));
}
