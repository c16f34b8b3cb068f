import type { BackupPlace } from '../../../shared/contract/documents/backup.ts';
import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { findDocument, findTab } from '../documents/documents-store.ts';
import { placeIn } from '../sessions.ts';

const maxClosed = 50;

/** The files closed in this run, each with the folder that was open; the last one is at the end. */
let closed: readonly { readonly path: string; readonly folder: string | null }[] = [];
/** Where cursor and view were, by path. */
const places = new Map<string, BackupPlace>();

const folderNow = (): string | null => useWorkspace.getState().workspace?.realPath ?? null;

/** Records a tab that is about to be closed. One without a file cannot come back. */
export function noteClosed(path: string): void {
  if (isUntitled(path) || !findDocument(path)) return;
  closed = [...closed.filter((each) => each.path !== path), { path, folder: folderNow() }].slice(-maxClosed);
  const place = placeIn(path);
  places.delete(path);
  if (place) places.set(path, { ...place, edits: 0 });
  const [oldest] = places.keys();
  if (places.size > maxClosed && oldest !== undefined) places.delete(oldest);
}

export const placeWhenClosed = (path: string): BackupPlace | undefined => places.get(path);

const lastClosed = () => closed.findLast(({ path, folder }) => folder === folderNow() && !findTab(path));

export const hasClosedTab = (): boolean => lastClosed() !== undefined;

/** @returns the file of the open folder that was closed last and is not open; it is given once */
export function takeClosed(): string | undefined {
  const last = lastClosed();
  closed = closed.filter((each) => each !== last);
  return last?.path;
}
