import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep, win32 } from 'node:path';
import { isUntitled } from '../../shared/contract/documents/document-key.ts';

/**
 * The real path, links resolved. For a path that does not exist, the existing part is resolved; so is a dangling link,
 * because writing to it would create its target.
 * @throws the system's error, except for a missing file
 */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const parent = dirname(path);
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || parent === path) throw error;
    const realParent = await realPathOf(parent);
    const target = await readlink(path).catch(() => null);
    return target === null ? join(realParent, basename(path)) : realPathOf(resolve(realParent, target));
  }
}

/** Whether `path` is `root` or below it. Both are absolute and without links. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** Whether a path leads out of a folder by a link. @throws the system's error, as when `path` does not exist */
export const leadsOut = async (border: string, path: string): Promise<boolean> =>
  !isInside(await realpath(border), await realpath(path));

/**
 * Whether Windows would contact another computer or a device for `path` that is not part of `root`: mere access sends
 * that computer the person's name and a proof of their password.
 * @param path absolute
 */
export function isForeignShare(path: string, root: string | null, platform: NodeJS.Platform): boolean {
  const isShare = (one: string): boolean => /^[\\/]{2}/.test(one);
  if (platform !== 'win32' || !isShare(path)) return false;
  if (root === null || !isShare(root)) return true;
  const way = win32.relative(root, path);
  return way === '..' || way.startsWith('..\\') || win32.isAbsolute(way);
}

/** @param workspacePath the open folder, or null */
export function createProjectBorder(workspacePath: () => string | null, platform: NodeJS.Platform = process.platform) {
  const allowed = new Set<string>();
  /** The allowed paths as they were given. */
  const named = new Set<string>();
  const isForeign = (path: string): boolean => isForeignShare(path, workspacePath(), platform) && !named.has(path);

  /** null: it may not be read and written without asking. */
  async function realPathOfPermitted(path: string): Promise<string | null> {
    const root = workspacePath();
    if (isForeign(path)) return null;
    const real = await realPathOf(path);
    return allowed.has(real) || (root !== null && isInside(await realPathOf(root), real)) ? real : null;
  }

  return {
    /** Resolves a relative path from the workspace's root; null without one, and for keys of untitled documents. */
    absolute(path: string) {
      if (path.includes('\0') || isUntitled(path)) return null;
      if (isAbsolute(path)) return resolve(path);
      const root = workspacePath();
      return root && path !== '' ? resolve(root, path) : null;
    },
    /** Whether a path may be read and written without asking, by its real path. */
    permits: async (path: string) => (await realPathOfPermitted(path)) !== null,
    realPathOfPermitted,
    /** The real path, to be shown before it is permitted. A path on another computer is not resolved. */
    leadsTo: async (path: string) => (isForeign(path) ? path : realPathOf(path)),
    /** Permits one path outside the workspace, by its present real path. */
    async allow(path: string) {
      allowed.add(await realPathOf(path));
      named.add(path);
    },
  };
}
