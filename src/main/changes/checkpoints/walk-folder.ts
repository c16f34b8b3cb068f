import { type Dirent, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type DirectoryRules, rulesBelow } from '../../documents/gitignore.ts';
import { isLeftOut } from '../../documents/left-out.ts';

export interface Walked {
  readonly paths: string[];
  readonly ignored: string[];
  /** The `.gitignore` files by which that was found, ignored ones too. */
  readonly ruleFiles: string[];
  /** There are more paths than that, besides those that are ignored. */
  readonly isCut: boolean;
  /** Directories that could not be read. */
  readonly unread: string[];
}

export interface WalkLimits {
  readonly paths: number;
  readonly ignored: number;
}

interface Directory {
  readonly directory: string;
  /** Of what is above it; null: there are none. */
  readonly above: DirectoryRules | null;
}

/**
 * All that is in a folder. Of what git ignores the files and links alone, by themselves, and nothing in a directory.
 * It waits for the disk: not for main.
 * @param ownDirectory absolute; not looked into
 * @param most of each; the rest is left out
 * @param onDirectory is called before each directory that is read
 */
export function walkFolder(
  root: string,
  ownDirectory: string,
  most: WalkLimits,
  onDirectory: () => void = () => {},
): Walked {
  const paths: string[] = [];
  const ignored: string[] = [];
  const ruleFiles: string[] = [];
  const waiting: Directory[] = [{ directory: root, above: null }];
  const unread: string[] = [];
  for (const { directory, above } of waiting) {
    onDirectory();
    const found = entriesOf(directory);
    if (!found) unread.push(directory);
    const entries = found ?? [];
    // The system may find it by another case.
    const ruleFile = entries.find(({ name }) => name.toLowerCase() === '.gitignore');
    if (ruleFile) ruleFiles.push(join(directory, ruleFile.name));
    const rules = ruleFile ? rulesBelow(above, directory) : above;
    const base = directory.endsWith(sep) ? directory : directory + sep;
    for (const entry of entries) {
      const path = base + entry.name;
      const isDirectory = entry.isDirectory();
      if (!isDirectory && !entry.isFile() && !entry.isSymbolicLink()) continue;
      if (isLeftOut(entry.name) || path === ownDirectory) continue;
      if (rules?.isIgnored(path, isDirectory ? 'directory' : 'file')) {
        if (!isDirectory && ignored.length < most.ignored) ignored.push(path);
        continue;
      }
      if (paths.length >= most.paths) return { paths, ignored, ruleFiles, isCut: true, unread };
      paths.push(path);
      // The loop comes to it after those of less depth.
      if (isDirectory) waiting.push({ directory: path, above: rules });
    }
  }
  return { paths, ignored, ruleFiles, isCut: false, unread };
}

/** What is in a directory; null: it cannot be read. In an order of its own, so that two walks that are cut end at the same place. */
function entriesOf(directory: string): Dirent[] | null {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return null;
  }
}
