import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isFile } from '../../documents/path-kind.ts';
import { manifestFileName } from '../manifest/manifest-file.ts';
import type { PackageEntry, PackageLimits } from './package-entry.ts';
import { PackageFault } from './package-fault.ts';
import { makeLinks, writeEntries } from './write-entries.ts';

/**
 * Writes a package into its own folder.
 * @param staging an empty folder
 * @returns the extension's folder, in `staging`
 * @throws PackageFault when the package has unacceptable content; `staging` must then be deleted
 */
export async function unpack(
  entries: AsyncIterable<PackageEntry>,
  staging: string,
  limits: PackageLimits,
): Promise<string> {
  const content = join(staging, 'content');
  await mkdir(content);
  const links = await writeEntries(entries, content, limits);
  const top = await topOf(content);
  const installed = links.filter(({ parts }) => parts.length > top.length);
  await makeLinks(installed, content, top.length);
  const root = join(staging, 'extension');
  await rename(join(content, ...top), root);
  return root;
}

/** The folder of the manifest: [] for the top of the package, else its only folder, as in an `npm pack` archive. */
async function topOf(content: string): Promise<string[]> {
  if (await isFile(join(content, manifestFileName))) return [];
  const [only, ...others] = await readdir(content);
  if (only !== undefined && others.length === 0 && (await isFile(join(content, only, manifestFileName)))) return [only];
  throw new PackageFault(`there is no ${manifestFileName} in it, neither at the top nor in its one folder`);
}
