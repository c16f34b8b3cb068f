import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { maxRecentFiles } from '../../../shared/contract/documents/tab-limits.ts';
import { followMoves } from '../navigation/file-moves.ts';
import { activeOf, activePath, useDocuments } from './documents-store.ts';

let paths: readonly string[] = [];

/** Files of this folder that have been in front, the last one first; also those that are closed. */
export const recentFiles = (): readonly string[] => paths;

/** Replaces them by those of another folder, or of the last run. */
export function setRecentFiles(recent: readonly string[]): void {
  paths = recent;
  noteFront(activePath());
}

function noteFront(path: string | null): void {
  if (path === null || isUntitled(path)) return;
  paths = [path, ...paths.filter((other) => other !== path)].slice(0, maxRecentFiles);
}

/** Records which files come to the front. Call once. */
export function followRecentFiles(): void {
  noteFront(activePath());
  useDocuments.subscribe((documents, previous) => {
    const now = activeOf(documents);
    if (now !== activeOf(previous)) noteFront(now);
  });
  // Once each: one of the new name may have been there before.
  followMoves((pathAfter) => {
    paths = [...new Set(paths.map(pathAfter))];
  });
}
