import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { shell } from 'electron';
import { createKeptTrash } from '../files/kept-trash.ts';
import type { Trash } from '../files/trash.ts';
import { createXdgTrash } from '../files/xdg-trash.ts';

/** So much of what is deleted is kept for *Undo* where the system's trash does not give it back. */
const largest = 100 * 1024 * 1024;
const maxEntries = 10_000;

/** @param copies a folder of the app's own, for what may be wanted back */
export function createTrash(copies: string): Trash {
  const uid = process.getuid?.();
  if (process.platform !== 'linux' || uid === undefined)
    return createKeptTrash({ moveToTrash: (path) => shell.trashItem(path), copies, largest, maxEntries });
  const named = process.env.XDG_DATA_HOME;
  const dataHome = named && isAbsolute(named) ? named : join(homedir(), '.local', 'share');
  return createXdgTrash({ dataHome, uid, now: () => new Date() });
}

/** Opens the system's file manager with it selected. */
export const showInSystem = (path: string): void => shell.showItemInFolder(path);
