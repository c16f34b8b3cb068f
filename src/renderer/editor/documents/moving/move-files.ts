import type { Result } from '../../../../shared/contract/errors.ts';
import { isBelow, movedPath } from '../../../base/paths.ts';
import { settle } from '../../../base/settle.ts';
import { api } from '../../../bridge.ts';
import { noteMove } from '../../navigation/file-moves.ts';
import { endSession } from '../../sessions.ts';
import { reportDisk } from '../disk/disk-changes.ts';
import { findTab, isDirtyTab, removeTab, useDocuments } from '../documents-store.ts';
import { openFile } from '../file-texts.ts';
import { openMoved, whenOpened } from '../open-document.ts';
import { makeWay } from '../saving/save-as.ts';
import { inTurn } from '../saving/save-queue.ts';
import { moveDocument } from './move-document.ts';

/** The tabs of a file, or of the files in a folder. */
const tabsOf = (path: string) =>
  useDocuments.getState().tabs.filter((tab) => tab.path === path || isBelow(path, tab.path));

/**
 * Moves a file or folder on the disk. Its open documents move with it, with text, undo history and place; running saves
 * end before, and none begins meanwhile. What is arriving arrives before: its unsaved text may be with it.
 * @param isBack it goes back to where it was
 */
export async function moveOpenFiles(from: string, to: string, isBack = false): Promise<Result<string>> {
  const move = async (): Promise<Result<string>> => {
    const moved = await settle(api.files.move(from, to, isBack));
    if (moved.ok) noteMove(from, moved.value);
    if (moved.ok) await Promise.all(tabsOf(from).map(({ path }) => goAlong(path, from, moved.value)));
    return moved;
  };
  await Promise.all(tabsOf(from).map(({ path }) => whenOpened(path)));
  const keys = tabsOf(from).map(({ path }) => path);
  return keys.reduceRight((work, key) => () => inTurn(key, work), move)();
}

async function goAlong(key: string, from: string, to: string): Promise<void> {
  const path = movedPath(key, from, to);
  const tab = findTab(key);
  if (!tab) return;
  // A tab at the new place belongs to a file that was deleted.
  if (path !== key && findTab(path)) makeWay(path);
  if (tab.kind !== 'document') return openMoved(key, path);
  moveDocument(key, { ...tab.document, path });
  reportDisk(path, await openFile(path));
}

/** Closes the tabs of a file or folder that was deleted, but for those with unsaved text. */
export async function closeSaved(path: string): Promise<void> {
  for (const tab of tabsOf(path)) {
    if (isDirtyTab(tab)) continue;
    removeTab(tab.path);
    endSession(tab.path);
    await api.documents.close(tab.path);
  }
}
