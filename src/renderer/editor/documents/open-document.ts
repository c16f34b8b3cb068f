import type { OpenedDocument } from '../../../shared/contract/documents/document.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { dismissOverlays } from '../../base/layout/layout-store.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import { applyLanguage } from '../languages/languages.ts';
import type { Place } from '../place.ts';
import { createSession, focusEditor, revealPlace } from '../sessions.ts';
import { allowOutside } from './allow-outside.ts';
import { reportDisk } from './disk-changes.ts';
import { openedState, versionOf } from './document-state.ts';
import { activateTab, findDocument, findTab, putTab, removeTab, useDocuments } from './documents-store.ts';
import { keyOfPath } from './key-of-path.ts';
import { tellLossy } from './lossy.ts';

/** Running opens by the requested path. */
const underWay = new Map<string, Promise<string | null>>();

/**
 * Opens a file in a tab, or activates its tab, and focuses the editor. A file that cannot be shown gets a tab with the
 * reason.
 * @param path absolute, or relative to the open folder
 * @param place where to put the cursor, 1-based and clamped into the file; with `endLine` the lines are selected
 */
export async function openDocument(path: string, place?: Place): Promise<void> {
  dismissOverlays();
  const wanted = keyOfPath(path);
  let opened: string | null = wanted;
  if (findTab(wanted)?.kind === 'document') {
    activateTab(wanted);
  } else {
    const opening = underWay.get(wanted) ?? open(wanted).finally(() => underWay.delete(wanted));
    underWay.set(wanted, opening);
    activateTab(wanted);
    opened = await opening;
  }
  if (opened === null || !isInFront(opened)) return;
  if (place?.line !== undefined) revealPlace(opened, place);
  focusEditor();
}

/** Shows a document that main opened by itself, from a dialog or the command line. */
export function showOpenedDocument(result: Result<OpenedDocument>, requested?: string): void {
  if (!result.ok) {
    if (requested === undefined) notify({ severity: 'error', text: result.failure.message });
    else putTab({ kind: 'failed', path: requested, failure: result.failure });
    return;
  }
  const { path } = result.value;
  if (findTab(path)?.kind === 'document') {
    if (requested !== undefined && requested !== path) removeTab(requested);
    activateTab(path);
    reportDisk(path, result);
    return;
  }
  const version = versionOf(result.value);
  createSession(path, version);
  putTab({ kind: 'document', path, document: openedState(path, version) }, requested);
  if (requested === undefined) activateTab(path);
  tellLossy(result.value);
  void applyLanguage(path);
}

/** @returns the path of the tab that shows the document; null when there is none */
async function open(path: string): Promise<string | null> {
  putTab({ kind: 'opening', path });
  activateTab(path);
  let result = await settle(api.documents.open(path));
  if (!result.ok && result.failure.code === 'file-outside-project') {
    if (!(await allowOutside(path, result.failure))) {
      removeTab(path);
      return null;
    }
    result = await settle(api.documents.open(path));
  }
  if (findTab(path)?.kind !== 'opening') {
    if (result.ok && !findDocument(result.value.path)) await api.documents.close(result.value.path);
    return null;
  }
  showOpenedDocument(result, path);
  return result.ok ? result.value.path : null;
}

const isInFront = (path: string): boolean =>
  useDocuments.getState().active === path && findDocument(path) !== undefined;
