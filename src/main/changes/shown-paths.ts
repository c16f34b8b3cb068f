import { basename, dirname, join } from 'node:path';
import { realPathOf } from '../documents/project-border.ts';
import { isBelow } from './buffer-bridge.ts';

/** Paths as the window has them. The open folder may be a link, or below one; what is changed is known without links. */
export interface ShownPaths {
  /** @returns how a real path is shown */
  toShown(): Promise<(path: string) => string>;
  toReal(path: string): Promise<string>;
}

export const createShownPaths = (root: () => string | null): ShownPaths => ({
  async toShown() {
    const folder = root();
    const real = folder === null ? null : await realPathOf(folder).catch(() => folder);
    if (folder === null || real === null || real === folder) return (path) => path;
    return (path) => (isBelow(real, path) ? folder + path.slice(real.length) : path);
  },
  /** The path itself may be a link; it counts as one. */
  async toReal(path) {
    return join(await realPathOf(dirname(path)).catch(() => dirname(path)), basename(path));
  },
});
