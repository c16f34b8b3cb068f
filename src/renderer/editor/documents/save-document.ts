import type { SavedDocument, SaveRequest } from '../../../shared/contract/document.ts';
import type { Failure, Result } from '../../../shared/contract/errors.ts';
import { formatFailure } from '../../app/format-failure.ts';
import { notify } from '../../app/notices/notices-store.ts';
import { visibleBaseName } from '../../app/paths.ts';
import { settle } from '../../app/settle.ts';
import { api } from '../../bridge.ts';
import { ask } from '../../dialogs/ask.ts';
import { currentText, markSaved, tellDocument } from '../sessions.ts';
import { loadFromDisk, reportDisk, settleDisk } from './disk-changes.ts';
import { saveBase } from './document-state.ts';
import { dirtyPaths, findDocument } from './documents-store.ts';
import { toFileText } from './line-endings.ts';
import { allowOutside } from './open-document.ts';

/** Saves of one document run one after another: each is based on the revision that the one before it left. */
const running = new Map<string, Promise<boolean>>();

/** Writes a document to the disk. @returns whether the text as it was at the call is on the disk now */
export async function saveDocument(path: string): Promise<boolean> {
  await running.get(path);
  const document = findDocument(path);
  if (!document) return true;
  const saving = save(path, saveBase(document)).finally(() => {
    running.delete(path);
  });
  running.set(path, saving);
  return saving;
}

/** Resolves when no save of the document is under way. */
export async function whenSaved(path: string): Promise<void> {
  while (running.has(path)) await running.get(path);
}

/** Saves what is dirty, one by one. @returns whether all of it is on the disk now */
export async function saveAll(): Promise<boolean> {
  for (const path of dirtyPaths()) if (!(await saveDocument(path))) return false;
  return true;
}

async function save(path: string, baseRevision: SaveRequest['baseRevision']): Promise<boolean> {
  const document = findDocument(path);
  const text = currentText(path);
  if (!document || !text) return true;
  tellDocument(path, { type: 'save-started' });
  const result = await write({
    path,
    text: toFileText(text.toString(), document.lineEnding),
    hasBom: document.hasBom,
    baseRevision,
  });
  if (!result.ok) {
    tellDocument(path, { type: 'save-failed' });
    settleDisk(path);
    // The revision came after the save had begun: main wrote the text that this one is based on.
    const present = findDocument(path);
    const revision = present?.disk.kind === 'same' ? present.base?.revision : undefined;
    const isRebased = revision !== undefined && baseRevision !== null && revision !== baseRevision;
    if (result.failure.code === 'file-changed' && isRebased) return save(path, revision);
    return resolveFailure(path, result.failure);
  }
  const { revision } = result.value;
  const { lineEnding, hasBom, isReadOnly } = document;
  const reported = findDocument(path)?.disk;
  markSaved(path);
  tellDocument(path, { type: 'saved', version: { revision, text, lineEnding, hasBom, isReadOnly } });
  if (reported?.kind === 'gone' || (reported?.kind === 'changed' && reported.version.revision !== revision)) {
    // Reported before or while we wrote, and not our own writing: look again, for it may be older than what we wrote.
    reportDisk(path, await settle(api.documents.open(path)));
  }
  return true;
}

async function write(request: SaveRequest): Promise<Result<SavedDocument>> {
  const result = await settle(api.documents.save(request));
  if (result.ok || result.failure.code !== 'file-outside-project') return result;
  if (!(await allowOutside(request.path, result.failure))) return result;
  return settle(api.documents.save(request));
}

async function resolveFailure(path: string, failure: Failure): Promise<boolean> {
  if (failure.code !== 'file-changed') {
    notify({ severity: 'error', text: formatFailure(failure) });
    return false;
  }
  const answer = await ask({
    title: `${visibleBaseName(path)} changed on disk`,
    text: 'Another program wrote to the file after it was opened here. Nothing was saved yet, and your text is kept.',
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'load', label: 'Load the one on disk' },
      { id: 'overwrite', label: 'Overwrite', kind: 'danger' },
    ],
  });
  if (answer === 'overwrite') return save(path, null);
  if (answer === 'load') await loadFromDisk(path);
  return false;
}
