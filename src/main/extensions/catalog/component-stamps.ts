import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeFormOf } from '../../../shared/contract/extensions/host-kind.ts';
import type { DiscoveredExtension, DiscoveryProblem } from './discovery.ts';

/** An extension whose code is one component. Of its folder that is watched, and what its languages are made of. */
export type ComponentExtension = DiscoveredExtension & {
  readonly manifest: { readonly runtime: { readonly main: string } };
};

export const isComponent = (found: DiscoveredExtension | DiscoveryProblem): found is ComponentExtension =>
  'manifest' in found && codeFormOf(found.manifest) === 'components' && found.manifest.runtime?.main !== undefined;

export const mainPathOf = ({ rootPath, manifest }: ComponentExtension): string => join(rootPath, manifest.runtime.main);

/** Another one when the file that is run is. */
export const stampOf = (extension: ComponentExtension): Promise<string> => stampOfFile(mainPathOf(extension));

async function stampOfFile(path: string): Promise<string> {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : 'absent';
}

/** Another one when a language of the extension is. */
async function stampOfLanguages({ rootPath }: ComponentExtension): Promise<string> {
  const namesIn = async (folder: string) => (await readdir(join(rootPath, folder)).catch(() => [])).sort();
  const [languages, grammars] = await Promise.all([namesIn('languages'), namesIn('grammars')]);
  const files = [
    ...languages.flatMap((name) => [`languages/${name}/config.toml`, `languages/${name}/highlights.scm`]),
    ...grammars.filter((name) => name.endsWith('.wasm')).map((name) => `grammars/${name}`),
  ];
  const stamps = files.map(async (file) => `${file} ${await stampOfFile(join(rootPath, file))}`);
  return (await Promise.all(stamps)).join('\n');
}

const stampOfAll = async (extension: ComponentExtension): Promise<string> =>
  (await Promise.all([stampOf(extension), stampOfLanguages(extension)])).join('\n');

/**
 * Tells whether what is used of an extension has changed: a build writes thousands of files beside a component, of which
 * one is run.
 */
export function createComponentStamps() {
  const stamps = new Map<string, string>();

  return {
    /** Call when an extension was found: it counts as changed from then on. */
    async note(extension: ComponentExtension): Promise<void> {
      if (stamps.has(extension.rootPath)) return;
      const stamp = await stampOfAll(extension);
      if (!stamps.has(extension.rootPath)) stamps.set(extension.rootPath, stamp);
    },
    /** @returns whether it is another one than at the last look */
    async hasChanged(extension: ComponentExtension): Promise<boolean> {
      const now = await stampOfAll(extension);
      // Not before: of two looks at once only one may tell of it.
      const before = stamps.get(extension.rootPath);
      stamps.set(extension.rootPath, now);
      return now !== before;
    },
  };
}
