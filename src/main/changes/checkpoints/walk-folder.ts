import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DirectoryRules, rulesBelow } from '../../documents/gitignore.ts';
import { isLeftoverTemp } from '../../documents/saving/atomic-write.ts';

export interface Walked {
  readonly paths: string[];
  readonly ignored: string[];
  /** There are more paths than that, besides those that are ignored. */
  readonly isCut: boolean;
}

interface Directory {
  readonly directory: string;
  /** Of what is above it; null: there are none. */
  readonly above: DirectoryRules | null;
}

const atOnce = 16;

/**
 * All that is in a folder. Of what git ignores the files and links alone, by themselves, and nothing in a directory.
 * @param ownDirectory absolute; not looked into
 * @param most of each; the rest is left out
 */
export async function walkFolder(
  root: string,
  ownDirectory: string,
  most: { readonly paths: number; readonly ignored: number },
): Promise<Walked> {
  const paths: string[] = [];
  const ignored: string[] = [];
  const waiting: Directory[] = [{ directory: root, above: null }];
  for (let next = 0; next < waiting.length; ) {
    const those = waiting.slice(next, next + atOnce);
    next += those.length;
    // What these add comes after them, so that the order is that of reading one by one.
    for (const { directory, entries, rules } of await Promise.all(those.map(read))) {
      for (const entry of entries) {
        const path = join(directory, entry.name);
        const isDirectory = entry.isDirectory();
        if (!isDirectory && !entry.isFile() && !entry.isSymbolicLink()) continue;
        if (entry.name === '.git' || isLeftoverTemp(entry.name) || path === ownDirectory) continue;
        if (rules?.isIgnored(path, isDirectory ? 'directory' : 'file')) {
          if (!isDirectory && ignored.length < most.ignored) ignored.push(path);
          continue;
        }
        if (paths.length >= most.paths) return { paths, ignored, isCut: true };
        paths.push(path);
        if (isDirectory) waiting.push({ directory: path, above: rules });
      }
    }
  }
  return { paths, ignored, isCut: false };
}

/** What is in a directory, in an order of its own, so that two walks that are cut end at the same place. */
async function read({ directory, above }: Directory) {
  const entries = await readdir(directory, { withFileTypes: true }).catch((): Dirent[] => []);
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  // The system may find it by another case.
  const hasRules = entries.some(({ name }) => name.toLowerCase() === '.gitignore');
  return { directory, entries, rules: hasRules ? await rulesBelow(above, directory) : above };
}
