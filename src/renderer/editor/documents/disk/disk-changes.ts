import type { OpenedDocument } from '../../../../shared/contract/documents/document.ts';
import { ok, type Result } from '../../../../shared/contract/errors.ts';
import type { ChangedBy } from '../../../../shared/contract/main-events.ts';
import { notify } from '../../../base/notices/notices-store.ts';
import { visibleBaseName } from '../../../base/paths.ts';
import { currentText, loadVersion, tellDocument } from '../../sessions.ts';
import { openAsking } from '../allow-outside.ts';
import { answerToDisk, versionOf } from '../document-state.ts';
import type { ReadDocument } from '../document-text.ts';
import { activateTab, activePath, findDocument } from '../documents-store.ts';
import { hereAlready, openFile, receive } from '../file-texts.ts';

/** By path; of texts that arrive, only the one that was reported last counts. */
const arriving = new Map<string, Result<OpenedDocument>>();

/** Applies main's report of an open file. @param by the agent server that was at work */
export async function receiveReport(path: string, document: Result<OpenedDocument>, by?: ChangedBy): Promise<void> {
  arriving.set(path, document);
  const base = findDocument(path)?.base;
  const read = hereAlready(document) ?? (await receive(document));
  if (arriving.get(path) !== document) return;
  arriving.delete(path);
  // It was saved or loaded while the text arrived, which may be older than that.
  const isOld = findDocument(path)?.base !== base;
  reportDisk(path, isOld ? await openFile(path) : read, by?.turn);
  if (by) compareUnasked(path, by.name);
}

/** Shows at once what an agent wrote under unsaved text. Keyboard, cursor and the tab in front stay. */
function compareUnasked(path: string, agent: string): void {
  const document = findDocument(path);
  if (document?.disk.kind !== 'changed' || document.disk.isCompared || answerToDisk(document) !== 'ask') return;
  tellDocument(path, { type: 'compared', isCompared: true, isUnasked: true });
  if (activePath() === path) return;
  notify({
    severity: 'warning',
    text: `${agent} changed ${visibleBaseName(path)}, which has unsaved edits. They are kept, and what differs is marked.`,
    actions: [{ label: 'Show', run: () => activateTab(path) }],
  });
}

/**
 * Applies a report of the file on disk: a clean document reloads, an edited one asks (in `DiskBar`).
 * @param turn in which the file was written, where that is known
 */
export function reportDisk(path: string, document: Result<ReadDocument>, turn?: string): void {
  const report = document.ok ? ok(versionOf(document.value, currentText(path))) : document;
  tellDocument(path, { type: 'disk-reported', report });
  settleDisk(path, turn);
}

/** Applies a difference that was reported while a save was running. */
export function settleDisk(path: string, turn?: string): void {
  const document = findDocument(path);
  if (document?.disk.kind === 'changed' && answerToDisk(document) === 'reload')
    loadVersion(path, document.disk.version, turn);
}

/** Replaces the edits with the text on disk, after a question if that is outside the folder. They stay in the undo history. */
export async function loadFromDisk(path: string): Promise<void> {
  const result = await openAsking(path);
  if (!result) return;
  if (result.ok) loadVersion(path, versionOf(result.value, currentText(path)));
  else reportDisk(path, result);
}

/** Keeps the text in the editor; the next save overwrites the file on disk. */
export const keepMine = (path: string): void => tellDocument(path, { type: 'kept' });

/** Shows the differences to the file on disk in the text, or no longer. */
export const showDifferences = (path: string, isCompared: boolean): void =>
  tellDocument(path, { type: 'compared', isCompared });
