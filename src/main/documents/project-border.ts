import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep, win32 } from 'node:path';
import { isUntitled } from '../../shared/contract/documents/document-key.ts';

/**
 * Where a path really is, links followed. Of a path that does not exist yet, the part that exists is followed; so is a
 * link to what does not exist yet, because writing there would make it.
 * @throws the system's error other than that something does not exist
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

/** Whether `path` is `root` or below it. Both are absolute and have no links. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/**
 * Whether Windows would take `path` to another computer, or to a device, that `root` does not name: a look alone sends
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

/** `workspacePath` gives the open folder, or null. */
export function createProjectBorder(workspacePath: () => string | null, platform: NodeJS.Platform = process.platform) {
  const allowed = new Set<string>();
  /** The same paths as they were spelt. */
  const named = new Set<string>();
  const isForeign = (path: string): boolean => isForeignShare(path, workspacePath(), platform) && !named.has(path);
  return {
    /** Takes a relative path from the workspace's root, or from nowhere without one. The key of an untitled document is none. */
    absolute(path: string) {
      if (path.includes('\0') || isUntitled(path)) return null;
      if (isAbsolute(path)) return resolve(path);
      const root = workspacePath();
      return root && path !== '' ? resolve(root, path) : null;
    },
    /** Whether a path may be read and written without asking. Links count by where they lead. */
    async permits(path: string) {
      const root = workspacePath();
      if (isForeign(path)) return false;
      const real = await realPathOf(path);
      if (allowed.has(real)) return true;
      return root !== null && isInside(await realPathOf(root), real);
    },
    /** Where a path leads, to be named before it is permitted. One of another computer is not looked at. */
    leadsTo: async (path: string) => (isForeign(path) ? path : realPathOf(path)),
    /** Permits one path outside the workspace, by where it leads now. */
    async allow(path: string) {
      allowed.add(await realPathOf(path));
      named.add(path);
    },
  };
}
