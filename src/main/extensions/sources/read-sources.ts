import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ScriptSources } from '../../../shared/contract/extensions/script-sources.ts';
import { isDirectory } from '../../documents/path-kind.ts';
import { leadsOut } from '../../documents/project-border.ts';
import { byBytes, moduleFolders, nameOf, type ScriptPlace, scriptOfFolder, scriptSuffix } from './script-place.ts';

/** Limits for the sources of one extension: they are sent to its host in one message. */
const maxFiles = 500;
const maxBytes = 4 * 1024 * 1024;
const maxDepth = 8;
/** Links may lead in circles, or to a large part of the disk. */
const maxFolders = 500;

/**
 * Reads the script and all modules that it may require.
 * @throws {Error} whose message says what cannot be read, and why
 */
export async function readSources(place: ScriptPlace): Promise<ScriptSources> {
  const files: Record<string, Uint8Array> = {};
  const modules: Record<string, string> = {};
  let bytes = 0;
  let folders = 0;

  async function add(path: string): Promise<string> {
    const name = nameOf(place, path);
    if (Object.hasOwn(files, name)) return name;
    if (place.border !== undefined && (await leadsOut(place.border, path))) {
      throw new Error(`${name} is a link that leads out of the open folder`);
    }
    // Opening a pipe would wait for its other end.
    const stats = await stat(path);
    if (!stats.isFile()) throw new Error(`${name} is not a file`);
    bytes += stats.size;
    if (bytes > maxBytes) throw new Error(`its Lua files together are larger than ${maxBytes / 1024 ** 2} MB`);
    if (Object.keys(files).length >= maxFiles) throw new Error(`it has more than ${maxFiles} Lua files`);
    files[name] = await readFile(path);
    return name;
  }

  async function addModules(folder: string, below: string, depth: number): Promise<void> {
    if (depth > maxDepth) return;
    folders += 1;
    if (folders > maxFolders) throw new Error(`it has more than ${maxFolders} folders: do links lead in a circle?`);
    for (const entry of await entriesOf(below)) {
      const path = join(below, entry.name);
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectory(path)));
      if (isFolder) await addModules(folder, path, depth + 1);
      else if (entry.name.endsWith(scriptSuffix)) {
        const module = moduleName(relative(folder, path));
        const name = await add(path);
        if (module !== '') modules[module] ??= name;
      }
    }
  }

  const main = await add(place.main);
  for (const folder of moduleFolders(place)) await addModules(folder, folder, 0);
  return { main, files, modules };
}

/** `words/count.lua` is `words.count`, and `words/init.lua` is `words`. */
const moduleName = (path: string): string => {
  const parts = path.slice(0, -scriptSuffix.length).split(sep);
  return (parts.at(-1) === scriptOfFolder.slice(0, -scriptSuffix.length) ? parts.slice(0, -1) : parts).join('.');
};

/** In the order of bytes, as extensions are; none of a folder that is not there. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .toSorted((one, other) => byBytes(one.name, other.name));
}

/** The same for the same files with the same contents. */
export function hashOf({ main, files, modules }: ScriptSources): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([main, modules]));
  for (const name of Object.keys(files).sort()) {
    const content = files[name] as Uint8Array;
    hash.update(JSON.stringify([name, content.length])).update(content);
  }
  return hash.digest('hex');
}
