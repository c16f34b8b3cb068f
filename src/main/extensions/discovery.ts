import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Manifest, ManifestProblem } from '../../shared/contract/manifest.ts';
import { manifestFileName, readManifest } from './manifest-file.ts';

/** Where extensions are looked for. Of two extensions with one id the one of the earlier root counts. */
export interface ExtensionRoot {
  readonly path: string;
  /** `bundled` extensions share a host; every other has one of its own. */
  readonly source: 'explicit' | 'bundled';
}

export interface DiscoveredExtension {
  readonly manifest: Manifest;
  readonly rootPath: string;
  readonly source: ExtensionRoot['source'];
}

export interface Discovery {
  readonly extensions: readonly DiscoveredExtension[];
  readonly problems: readonly ManifestProblem[];
}

/** Reads every root; what cannot be read is a problem in the list and stops nothing else. */
export async function discoverExtensions(roots: readonly ExtensionRoot[]): Promise<Discovery> {
  const extensions = new Map<string, DiscoveredExtension>();
  const problems: ManifestProblem[] = [];
  for (const { path, source } of roots) {
    for (const folder of await extensionFolders(path, source)) {
      const read = await readManifest(folder);
      if ('problem' in read) {
        problems.push(read.problem);
        continue;
      }
      const { manifest } = read;
      const earlier = extensions.get(manifest.id);
      if (!earlier) extensions.set(manifest.id, { manifest, rootPath: folder, source });
      else {
        const reason = `the id "${manifest.id}" is taken by ${earlier.rootPath}, which comes first`;
        problems.push({ file: join(folder, manifestFileName), line: 1, reason });
      }
    }
  }
  return { extensions: [...extensions.values()], problems };
}

/** A root is one extension when it holds a manifest, else a folder of extensions in lexical order. */
async function extensionFolders(root: string, source: ExtensionRoot['source']): Promise<string[]> {
  const isFile = async (path: string) => (await stat(path).catch(() => null))?.isFile() ?? false;
  if (await isFile(join(root, manifestFileName))) return [root];
  const entries = await readdir(root, { withFileTypes: true }).catch(() => null);
  if (!entries) return [root];
  const names = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
  const folders = names.sort().map((name) => join(root, name));
  const present = await Promise.all(folders.map((folder) => isFile(join(folder, manifestFileName))));
  const found = folders.filter((folder, index) => present[index] && !basename(folder).startsWith('.'));
  // A person who names a folder without any extension is told so: its missing manifest is the problem.
  return found.length === 0 && source === 'explicit' ? [root] : found;
}
