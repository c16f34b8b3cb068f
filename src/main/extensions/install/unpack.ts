import { copyFile, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFile } from '../../documents/path-kind.ts';
import { manifestFileName } from '../manifest/manifest-file.ts';
import type { PackageEntry, PackageLimits } from './package-entry.ts';
import { PackageFault } from './package-fault.ts';
import { checkLinkTarget, inQuotes, NameTable, partsOfName } from './package-path.ts';

/**
 * Writes a package into its own folder. Links are created last, so that nothing is written through one. Of file modes
 * only the executable bit is kept.
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
  const names = new NameTable();
  const files = new Map<string, number>();
  const links: { readonly parts: readonly string[]; readonly name: string; readonly target: string }[] = [];
  let count = 0;
  let bytes = 0;

  const addBytes = (more: number): void => {
    bytes += more;
    if (bytes <= limits.unpackedBytes) return;
    throw new PackageFault(`it unpacks to more than ${Math.floor(limits.unpackedBytes / 1024 / 1024)} MB`);
  };
  async function* counted(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const part of file) {
      addBytes(part.length);
      yield part;
    }
  }

  for await (const entry of entries) {
    count++;
    if (count > limits.entries) throw new PackageFault(`it has more than ${limits.entries} files and folders`);
    const parts = partsOfName(entry.name);
    const name = parts.join('/');
    if (parts.length === 0 || isSystemLitter(parts)) continue;
    names.add(parts, entry.kind === 'folder' ? 'folder' : 'file');
    const path = join(content, ...parts);
    await mkdir(entry.kind === 'folder' ? path : dirname(path), { recursive: true });
    switch (entry.kind) {
      case 'folder':
        break;
      case 'file': {
        const before = bytes;
        const mode = entry.isExecutable ? 0o755 : 0o644;
        await writeFile(path, counted(entry.content), { flag: 'wx', mode });
        files.set(name, bytes - before);
        break;
      }
      case 'hardlink': {
        const target = partsOfName(entry.target);
        const size = files.get(target.join('/'));
        if (size === undefined) {
          throw new PackageFault(`${inQuotes(name)} in it is a link to ${inQuotes(entry.target)}, which is not in it`);
        }
        addBytes(size);
        await copyFile(join(content, ...target), path);
        files.set(name, size);
        break;
      }
      case 'symlink':
        links.push({ parts, name, target: entry.target });
        break;
      case 'special':
        throw new PackageFault(`${inQuotes(name)} in it is neither a file nor a folder nor a link`);
    }
  }

  const top = await topOf(content);
  const installed = links.filter(({ parts }) => parts.length > top.length);
  for (const { parts, name, target } of installed) checkLinkTarget(parts.slice(top.length, -1), name, target);
  for (const { parts, target } of installed) await symlink(target, join(content, ...parts));
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

/** Files that an operating system's archiver or file manager adds. */
const isSystemLitter = (parts: readonly string[]): boolean =>
  parts[0] === '__MACOSX' || parts.at(-1) === '.DS_Store' || parts.at(-1) === 'Thumbs.db';
