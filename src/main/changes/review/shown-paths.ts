import { realPathOf } from '../../documents/project-border.ts';
import { isBelow } from '../buffer-bridge.ts';

/** Paths as the window has them. The open folder may be a link, or below one; what is changed is known without links. */
export interface ShownPaths {
  /** @returns how a real path is shown */
  toShown(): Promise<(path: string) => string>;
  /** @param path as it was shown. Links below the open folder are not followed: one may be newer than what is shown. */
  toReal(path: string): Promise<string>;
}

export function createShownPaths(root: () => string | null): ShownPaths {
  async function renamed(isToShown: boolean): Promise<(path: string) => string> {
    const folder = root();
    if (folder === null) return (path) => path;
    const real = await realPathOf(folder).catch(() => folder);
    const [from, to] = isToShown ? [real, folder] : [folder, real];
    return (path) => (isBelow(from, path) ? to + path.slice(from.length) : path);
  }

  return {
    toShown: () => renamed(true),
    toReal: async (path) => (await renamed(false))(path),
  };
}
