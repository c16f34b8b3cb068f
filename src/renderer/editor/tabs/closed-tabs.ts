import type { BackupPlace } from '../../../shared/contract/documents/backup.ts';
import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { api } from '../../bridge.ts';
import { findTab, type Tab } from '../documents/documents-store.ts';
import { followMoves } from '../navigation/file-moves.ts';
import { placeIn } from '../sessions.ts';

const maxClosed = 50;

/** The files closed in this run, each with the folder that was open; the last one is at the end. */
let closed: readonly { readonly path: string; readonly folder: string | null }[] = [];
/** Where cursor and view were, by path. */
let places: ReadonlyMap<string, BackupPlace> = new Map();

followMoves((pathAfter) => {
  const moved = closed.map(({ path, folder }) => ({ path: pathAfter(path), folder }));
  // The last one of a path counts: a file of the new name may have been closed before.
  closed = moved.filter(({ path }, at) => moved.findLastIndex((each) => each.path === path) === at);
  places = new Map([...places].map(([path, place]) => [pathAfter(path), place]));
});

const folderNow = (): string | null => useWorkspace.getState().workspace?.realPath ?? null;

/** Images and other binary files are shown or told without a document. */
function canComeBack(tab: Tab): boolean {
  if (tab.kind === 'failed') return tab.failure.code === 'file-binary';
  return tab.kind === 'document' && !isUntitled(tab.path);
}

/** Records a tab that is about to be closed. One without a file cannot come back. */
export function noteClosed(path: string): void {
  const tab = findTab(path);
  if (!tab || !canComeBack(tab)) return;
  closed = [...closed.filter((each) => each.path !== path), { path, folder: folderNow() }].slice(-maxClosed);
  const place = placeIn(path);
  const others = [...places].filter(([key]) => key !== path);
  places = new Map(place ? [...others, [path, { ...place, edits: 0 }] as const].slice(-maxClosed) : others);
}

export const placeWhenClosed = (path: string): BackupPlace | undefined => places.get(path);

const lastClosed = () => closed.findLast(({ path, folder }) => folder === folderNow() && !findTab(path));

export const hasClosedTab = (): boolean => lastClosed() !== undefined;

/**
 * @returns the file of the open folder that was closed last, is not open and is still there; it is given once. Those that
 * are gone are passed over
 */
export async function takeClosed(): Promise<string | undefined> {
  for (let last = lastClosed(); last; last = lastClosed()) {
    const taken = last;
    closed = closed.filter((each) => each !== taken);
    const [state] = await api.documents.inspect([taken.path]);
    if (state !== 'missing') return taken.path;
  }
  return undefined;
}
