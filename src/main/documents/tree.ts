import { readdir } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import type { ListedDirectory } from '../../shared/contract/documents/document.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { once } from '../../shared/once.ts';
import { fileFailure, quote } from './file-failure.ts';
import { readRules } from './gitignore.ts';
import { isLeftOut } from './left-out.ts';
import { isDirectory } from './path-kind.ts';
import { isInside, realPathOf } from './project-border.ts';

/** Entries between pauses in which others have their turn. */
const atOnce = 5_000;

/**
 * Lists one directory of the workspace: names in natural order, without what `isLeftOut` and entries ignored
 * by .gitignore. A link has the kind of its target; one that leads out of the workspace or to a parent folder is
 * refused when listed.
 * @param root absolute, the workspace
 * @param directory absolute
 */
export async function listDirectory(root: string, directory: string): Promise<Result<ListedDirectory>> {
  if (!isInside(root, directory)) return outside(directory);
  try {
    const real = await realPathOf(directory);
    if (!isInside(await realPathOf(root), real)) return outside(directory);
    if (directory !== root && isInside(real, await realPathOf(dirname(directory)))) {
      return fail('file-failed', `${quote(directory)} is a link to a folder that contains it.`);
    }
    const [entries, rules] = await Promise.all([
      readdir(directory, { withFileTypes: true }),
      readRules(root, directory),
    ]);
    const base = directory.endsWith(sep) ? directory : directory + sep;
    const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
    const isDirectoryBehind = await Promise.all(links.map((name) => isDirectory(base + name)));
    const linkedDirectories = new Set(links.filter((_, index) => isDirectoryBehind[index]));
    const listed: { directories: string[]; files: string[] } = { directories: [], files: [] };
    for (const [index, entry] of entries.entries()) {
      if (index % atOnce === atOnce - 1) await immediate();
      const { name } = entry;
      if (isLeftOut(name)) continue;
      const isDirectory = entry.isDirectory() || linkedDirectories.has(name);
      if (rules.isIgnored(base + name, isDirectory ? 'directory' : 'file')) continue;
      listed[isDirectory ? 'directories' : 'files'].push(name);
    }
    listed.directories.sort(byName);
    listed.files.sort(byName);
    return ok(listed);
  } catch (error) {
    return fileFailure(error, directory, 'listed');
  }
}

const outside = (directory: string): Result<never> =>
  fail('file-outside-project', `${quote(directory)} is outside the open folder.`, { detail: directory });

const collator = once(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }));

const byName = (one: string, other: string): number => collator().compare(one, other) || (one < other ? -1 : 1);
