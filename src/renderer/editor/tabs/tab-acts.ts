import { closeDocument } from '../documents/close-document.ts';
import { activateTab, isDirtyTab, pinTab, type Tab, useDocuments } from '../documents/documents-store.ts';
import { openDocument } from '../documents/open-document.ts';
import { focusEditor } from '../sessions.ts';
import { takeClosed } from './closed-tabs.ts';

/** Closes a tab by key or mouse; a pinned one stays, and the next one that is not pinned comes to the front. */
export async function closeTab(path: string): Promise<void> {
  const { tabs, pinned } = useDocuments.getState();
  if (!pinned.includes(path)) return void (await closeDocument(path));
  const next = tabs.find((tab) => !pinned.includes(tab.path));
  if (next) activateTab(next.path);
  focusEditor();
}

/** Closes several one after the other, until the person cancels. Pinned ones stay. */
async function closeThose(isMeant: (tab: Tab, index: number) => boolean): Promise<void> {
  const { tabs, pinned } = useDocuments.getState();
  for (const tab of tabs.filter((each, index) => isMeant(each, index) && !pinned.includes(each.path))) {
    if (!(await closeDocument(tab.path))) return;
  }
}

export const closeAll = (): Promise<void> => closeThose(() => true);

export const closeSavedTabs = (): Promise<void> => closeThose((tab) => !isDirtyTab(tab));

export const closeOthers = (path: string): Promise<void> => closeThose((tab) => tab.path !== path);

export function closeToRight(path: string): Promise<void> {
  const at = useDocuments.getState().tabs.findIndex((tab) => tab.path === path);
  return closeThose((_tab, index) => index > at);
}

export const togglePin = (path: string): void => pinTab(path, !useDocuments.getState().pinned.includes(path));

/** Opens the file again that was closed last, at the place where it was left. */
export async function reopenClosed(): Promise<void> {
  const path = takeClosed();
  if (path !== undefined) await openDocument(path);
}
