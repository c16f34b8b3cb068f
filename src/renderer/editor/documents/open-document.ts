import type { OpenedDocument } from '../../../shared/contract/documents/document.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { dismissOverlays } from '../../base/layout/layout-store.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { useSettings } from '../../base/settings-store.ts';
import { api } from '../../bridge.ts';
import { applyLanguage } from '../languages/languages.ts';
import { withPreview } from '../panes/pane.ts';
import { focusEditor, focusLate, revealPlace } from '../panes/pane-views.ts';
import type { Place } from '../place.ts';
import { createSession, endSession } from '../sessions.ts';
import { noteClosed, placeWhenClosed } from '../tabs/closed-tabs.ts';
import { openAsking } from './allow-outside.ts';
import { reportDisk } from './disk/disk-changes.ts';
import { openedState, versionOf } from './document-state.ts';
import type { ReadDocument } from './document-text.ts';
import {
  activateTab,
  activePath,
  changePane,
  findDocument,
  findTab,
  frontPane,
  keepTab,
  panesWith,
  putTab,
  removeTab,
  showTab,
  useDocuments,
} from './documents-store.ts';
import { hereAlready, receive } from './file-texts.ts';
import { keyOfPath } from './key-of-path.ts';
import { tellLossy } from './lossy.ts';

export interface OpenHow extends Place {
  /** A file without a tab gets one that the next preview replaces, if the person wants previews. */
  readonly isPreview?: boolean | undefined;
}

/** Running opens by the requested path. */
const underWay = new Map<string, Promise<string | null>>();

/** Lets those who open a path wait for what brings it back. @param opening as `open` gives it */
export function awaitOpening(path: string, opening: Promise<string | null>): void {
  const done = opening.finally(() => underWay.delete(path));
  underWay.set(path, done);
}

/** Resolves when a file that is being opened has its text, or does not get it. */
export const whenOpened = async (path: string): Promise<unknown> => underWay.get(path)?.catch(() => null);

/**
 * Opens a file in a tab, or activates its tab, and focuses the editor. A file that cannot be shown gets a tab with the
 * reason.
 * @param path absolute, or relative to the open folder
 * @param how where to put the cursor, 1-based and clamped into the file; with `endLine` the lines are selected
 * @returns its key; null: it is no document in front now
 */
export async function openDocument(path: string, how: OpenHow = {}): Promise<string | null> {
  dismissOverlays();
  const wanted = keyOfPath(path);
  let opened: string | null = wanted;
  if (findTab(wanted)?.kind === 'document') {
    showInFront(wanted, how);
  } else {
    const opening = underWay.get(wanted) ?? open(wanted, how).finally(() => underWay.delete(wanted));
    underWay.set(wanted, opening);
    // It was closed meanwhile.
    if (!findTab(wanted)) putTab({ kind: 'opening', path: wanted });
    activateTab(wanted);
    opened = await opening;
  }
  if (!how.isPreview) keepTab(opened ?? wanted);
  if (opened === null || !isInFront(opened)) return null;
  if (how.line !== undefined) revealPlace(opened, how);
  focusEditor();
  return opened;
}

/**
 * Shows a document that main opened by itself, from a dialog or the command line; at once, unless its text has yet to be
 * received.
 * @param bring brings its tab to the front
 */
export async function showOpenedDocument(result: Result<OpenedDocument>, bring = activateTab): Promise<void> {
  const opening = result.ok ? underWay.get(result.value.path) : undefined;
  const here = hereAlready(result);
  if (here && !opening) return show(here, undefined, bring);
  if (!result.ok) return;
  const { path } = result.value;
  if (!isAwaited(path) && !findDocument(path)) putTab({ kind: 'opening', path });
  bring(path);
  const [received] = await Promise.all([receive(result), opening]);
  if (!findTab(path)) return void (await api.documents.close(path));
  show(received, path, bring);
  focusLate(path);
}

const isAwaited = (path: string): boolean => findTab(path)?.kind === 'opening';

function show(result: Result<ReadDocument>, requested?: string, bring = activateTab): void {
  if (!result.ok) {
    if (requested === undefined) notify({ severity: 'error', text: result.failure.message });
    else putTab({ kind: 'failed', path: requested, failure: result.failure });
    return;
  }
  const { path } = result.value;
  if (findTab(path)?.kind === 'document') {
    if (requested !== undefined && requested !== path) removeTab(requested);
    bring(path);
    reportDisk(path, result);
    return;
  }
  const version = versionOf(result.value);
  createSession(path, version, { place: placeWhenClosed(path) });
  putTab({ kind: 'document', path, document: openedState(path, version) }, requested);
  if (requested === undefined) bring(path);
  tellLossy(result.value);
  void applyLanguage(path);
}

/** @returns the path of the tab that shows the document; null when there is none */
async function open(path: string, how: OpenHow): Promise<string | null> {
  // A tab that is there, of an image or a failure, stays what it is.
  if (opensPreview(how) && !findTab(path)) putPreview(path);
  else putTab({ kind: 'opening', path });
  activateTab(path);
  return readInto(path);
}

/** Moves a tab that has no text to another path, whose file it is to show: an image, a failure, or one that is arriving. */
export async function openMoved(from: string, path: string): Promise<void> {
  putTab({ kind: 'opening', path }, from);
  const opening = readInto(path);
  awaitOpening(path, opening);
  await opening;
}

/** Reads the file of a tab that waits for it. @returns as `open` */
async function readInto(path: string): Promise<string | null> {
  const result = await openAsking(path);
  if (!result) {
    removeTab(path);
    return null;
  }
  if (!isAwaited(path)) {
    if (result.ok && !findDocument(result.value.path)) await api.documents.close(result.value.path);
    return null;
  }
  show(result, path);
  return result.ok ? result.value.path : null;
}

const opensPreview = ({ isPreview = false }: OpenHow): boolean =>
  isPreview && useSettings.getState().settings['workbench.editor.enablePreview'];

/** Shows an open document in the pane in front; one that had no tab there gets a preview, if that is wanted. */
function showInFront(path: string, how: OpenHow): void {
  const isThere = frontPane(useDocuments.getState()).paths.includes(path);
  if (isThere || !opensPreview(how)) return showTab(path);
  putPreview(path);
  showTab(path);
}

/** Makes a preview in the pane in front in place of the one before, which is closed unless another pane has it. */
function putPreview(path: string): void {
  const { preview } = frontPane(useDocuments.getState());
  const isElsewhere = preview !== null && panesWith(preview).length > 1;
  if (preview === null || isElsewhere) {
    if (!findTab(path)) putTab({ kind: 'opening', path });
    return changePane((pane) => withPreview(pane, path));
  }
  const wasOpen = findDocument(preview) !== undefined;
  noteClosed(preview);
  putTab(findTab(path) ?? { kind: 'opening', path }, preview);
  endSession(preview);
  if (wasOpen) void api.documents.close(preview);
}

const isInFront = (path: string): boolean => activePath() === path && findDocument(path) !== undefined;
