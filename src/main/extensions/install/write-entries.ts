import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackageEntry, PackageLimits } from './package-entry.ts';
import { PackageFault } from './package-fault.ts';
import { checkLinkTarget, inQuotes, NameTable, partsOfName } from './package-path.ts';

/** A symbolic link of an archive, which is not made yet. */
export interface EntryLink {
  readonly parts: readonly string[];
  readonly name: string;
  readonly target: string;
}

/**
 * Writes an archive into an empty folder, but for its links: nothing is written through one. Of file modes only the
 * executable bit is kept.
 * @throws PackageFault when it has unacceptable content; the folder must then be deleted
 */
export async function writeEntries(
  entries: AsyncIterable<PackageEntry>,
  content: string,
  limits: Pick<PackageLimits, 'unpackedBytes' | 'entries'>,
): Promise<readonly EntryLink[]> {
  const names = new NameTable();
  const files = new Map<string, number>();
  const links: EntryLink[] = [];
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
  return links;
}

/**
 * Makes links when all else is there.
 * @param depth folders of their paths that are above the archive's own top
 * @throws PackageFault for one that leads out
 */
export async function makeLinks(links: readonly EntryLink[], content: string, depth = 0): Promise<void> {
  for (const { parts, name, target } of links) checkLinkTarget(parts.slice(depth, -1), name, target);
  for (const { parts, target } of links) await symlink(target, join(content, ...parts));
}

/** Files that an operating system's archiver or file manager adds. */
const isSystemLitter = (parts: readonly string[]): boolean =>
  parts[0] === '__MACOSX' || parts.at(-1) === '.DS_Store' || parts.at(-1) === 'Thumbs.db';
