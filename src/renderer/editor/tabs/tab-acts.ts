import { notify } from '../../base/notices/notices-store.ts';
import { closeDocument } from '../documents/close-document.ts';
import {
  activateIn,
  findTab,
  isDirtyTab,
  leavePane,
  paneOf,
  panesWith,
  pinTab,
  useDocuments,
} from '../documents/documents-store.ts';
import { openDocument } from '../documents/open-document.ts';
import type { Pane } from '../panes/pane.ts';
import { focusEditor } from '../panes/pane-views.ts';
import { hasClosedTab, takeClosed } from './closed-tabs.ts';

const paneAt = (id: number): Pane => paneOf(useDocuments.getState(), id);
const frontId = (): number => useDocuments.getState().front;

/** Closes a tab; its document too, unless another pane has it. @returns false: it stays open */
export async function closeTab(path: string, pane: number): Promise<boolean> {
  if (panesWith(path).length < 2) return closeDocument(path);
  leavePane(pane, path);
  focusEditor();
  return true;
}

/** Closes a tab by key or mouse; a pinned one stays, and the next one that is not pinned comes to the front. */
export async function closeUnpinned(path: string, pane = frontId()): Promise<void> {
  const { paths, pinned } = paneAt(pane);
  if (!pinned.includes(path)) return void (await closeTab(path, pane));
  const next = paths.find((each) => !pinned.includes(each));
  if (next !== undefined) activateIn(pane, next);
  focusEditor();
}

/** Closes several one after the other, until the person cancels. Pinned ones stay. */
async function closeThose(pane: number, isMeant: (path: string, index: number) => boolean): Promise<void> {
  const { paths, pinned } = paneAt(pane);
  for (const path of paths.filter((each, index) => isMeant(each, index) && !pinned.includes(each))) {
    if (!(await closeTab(path, pane))) return;
  }
}

export const closeAll = (pane = frontId()): Promise<void> => closeThose(pane, () => true);

export const closeSavedTabs = (pane = frontId()): Promise<void> =>
  closeThose(pane, (path) => {
    const tab = findTab(path);
    return tab !== undefined && !isDirtyTab(tab);
  });

export const closeOthers = (path: string, pane = frontId()): Promise<void> => closeThose(pane, (each) => each !== path);

export function closeToRight(path: string, pane = frontId()): Promise<void> {
  const at = paneAt(pane).paths.indexOf(path);
  return closeThose(pane, (_path, index) => index > at);
}

export const togglePin = (path: string, pane = frontId()): void =>
  pinTab(path, !paneAt(pane).pinned.includes(path), pane);

/** Opens the file again that was closed last, at the place where it was left. */
export async function reopenClosed(): Promise<void> {
  if (!hasClosedTab()) return;
  const path = await takeClosed();
  if (path !== undefined) await openDocument(path);
  else notify({ severity: 'info', text: 'No closed file is left that could be opened again.' });
}
