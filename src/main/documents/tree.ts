import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TreeEntry } from '../../shared/contract/documents/document.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { fileFailure, quote } from './file-failure.ts';
import { readRules } from './gitignore.ts';
import { isInside, realPathOf } from './project-border.ts';
import { isLeftoverTemp } from './saving/atomic-write.ts';

/**
 * Lists one directory of the workspace: directories first, names in natural order, without `.git` and entries ignored
 * by .gitignore. A link has the kind of its target; one that leads out of the workspace or to a parent folder is
 * refused when listed.
 * @param root absolute, the workspace
 * @param directory absolute
 */
export async function listDirectory(root: string, directory: string): Promise<Result<TreeEntry[]>> {
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
    const listed = await Promise.all(
      entries.filter(({ name }) => name !== '.git' && !isLeftoverTemp(name)).map((entry) => toEntry(directory, entry)),
    );
    return ok(listed.filter(({ path, kind }) => !rules.isIgnored(path, kind)).sort(byKindAndName));
  } catch (error) {
    return fileFailure(error, directory, 'listed');
  }
}

const outside = (directory: string): Result<never> =>
  fail('file-outside-project', `${quote(directory)} is outside the open folder.`, { detail: directory });

async function toEntry(directory: string, entry: Dirent): Promise<TreeEntry> {
  const path = join(directory, entry.name);
  const isDirectory = entry.isSymbolicLink()
    ? await stat(path).then(
        (stats) => stats.isDirectory(),
        () => false,
      )
    : entry.isDirectory();
  return { name: entry.name, path, kind: isDirectory ? 'directory' : 'file' };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function byKindAndName(one: TreeEntry, other: TreeEntry): number {
  if (one.kind !== other.kind) return one.kind === 'directory' ? -1 : 1;
  return collator.compare(one.name, other.name) || (one.name < other.name ? -1 : 1);
}
