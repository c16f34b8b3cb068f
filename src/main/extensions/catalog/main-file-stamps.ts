import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeFormOf } from '../../../shared/contract/extensions/host-kind.ts';
import type { DiscoveredExtension, DiscoveryProblem } from './discovery.ts';

/** An extension whose code is one component, which alone is watched. */
export type ComponentExtension = DiscoveredExtension & {
  readonly manifest: { readonly runtime: { readonly main: string } };
};

export const isComponent = (found: DiscoveredExtension | DiscoveryProblem): found is ComponentExtension =>
  'manifest' in found && codeFormOf(found.manifest) === 'components' && found.manifest.runtime?.main !== undefined;

export const mainPathOf = ({ rootPath, manifest }: ComponentExtension): string => join(rootPath, manifest.runtime.main);

/** Another one when the file that is run is. */
export async function stampOf(extension: ComponentExtension): Promise<string> {
  const stats = await stat(mainPathOf(extension), { bigint: true }).catch(() => null);
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : 'absent';
}

/**
 * Tells whether the main file of an extension has changed: a build writes thousands of files beside a component, of which
 * one is run.
 */
export function createMainFileStamps() {
  const stamps = new Map<string, string>();

  return {
    /** Call when an extension was found: it counts as changed from then on. */
    async note(extension: ComponentExtension): Promise<void> {
      if (stamps.has(extension.rootPath)) return;
      const stamp = await stampOf(extension);
      if (!stamps.has(extension.rootPath)) stamps.set(extension.rootPath, stamp);
    },
    /** @returns whether it is another file than at the last look */
    async hasChanged(extension: ComponentExtension): Promise<boolean> {
      const now = await stampOf(extension);
      // Not before: of two looks at once only one may tell of it.
      const before = stamps.get(extension.rootPath);
      stamps.set(extension.rootPath, now);
      return now !== before;
    },
  };
}
