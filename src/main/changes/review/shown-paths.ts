import { realPathOf } from '../../documents/project-border.ts';
import { isBelow } from '../buffer-bridge.ts';

/** Paths as the window has them. The open folder may be a link, or below one; what is changed is known without links. */
export type ShownPaths = ReturnType<typeof createShownPaths>;

export function createShownPaths(root: () => string | null) {
  async function renamed(isToShown: boolean): Promise<(path: string) => string> {
    const folder = root();
    if (folder === null) return (path) => path;
    const real = await realPathOf(folder).catch(() => folder);
    const [from, to] = isToShown ? [real, folder] : [folder, real];
    return (path) => (isBelow(from, path) ? to + path.slice(from.length) : path);
  }

  return {
    /** @returns how a real path is shown */
    toShown: () => renamed(true),
    /** @param path as it was shown. Links below the open folder are not followed: one may be newer than what is shown. */
    toReal: async (path: string) => (await renamed(false))(path),
  };
}
