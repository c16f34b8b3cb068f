import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiscoveredExtension } from './discovery.ts';

/**
 * Tells whether the main file of an extension has changed: a build writes thousands of files beside a component, of which
 * one is run.
 */
export function createMainFileStamps() {
  const stamps = new Map<string, string>();

  async function stampOf({ rootPath, manifest }: DiscoveredExtension): Promise<string> {
    const stats = await stat(join(rootPath, manifest.runtime.main), { bigint: true }).catch(() => null);
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : 'absent';
  }

  return {
    /** Call when an extension was found: it counts as changed from then on. */
    async note(extension: DiscoveredExtension): Promise<void> {
      if (stamps.has(extension.rootPath)) return;
      const stamp = await stampOf(extension);
      if (!stamps.has(extension.rootPath)) stamps.set(extension.rootPath, stamp);
    },
    /** @returns whether it is another file than at the last look */
    async hasChanged(extension: DiscoveredExtension): Promise<boolean> {
      const now = await stampOf(extension);
      // Not before: of two looks at once only one may tell of it.
      const before = stamps.get(extension.rootPath);
      stamps.set(extension.rootPath, now);
      return now !== before;
    },
  };
}
