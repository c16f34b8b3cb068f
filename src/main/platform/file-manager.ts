import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { shell } from 'electron';
import { createKeptTrash } from '../files/kept-trash.ts';
import type { Trash } from '../files/trash.ts';
import { createXdgTrash } from '../files/xdg-trash.ts';

/** Limits in bytes and entries of deleted content kept for *Undo*, where the system's trash cannot restore it. */
const largest = 100 * 1024 * 1024;
const maxEntries = 10_000;

/** @param copies folder of the app for deleted content that may be restored */
export function createTrash(copies: string): Trash {
  const uid = process.getuid?.();
  if (process.platform !== 'linux' || uid === undefined)
    return createKeptTrash({ moveToTrash: (path) => shell.trashItem(path), copies, largest, maxEntries });
  const named = process.env.XDG_DATA_HOME;
  const dataHome = named && isAbsolute(named) ? named : join(homedir(), '.local', 'share');
  return createXdgTrash({ dataHome, uid, now: () => new Date() });
}

/** Opens the system's file manager with the path selected. */
export const showInSystem = (path: string): void => shell.showItemInFolder(path);
