/** Paths as text, for both kinds of separator; the renderer knows nothing of the file system. */

import { extensionOfText, isAppText } from '../../shared/app-texts.ts';
import { isUntitled } from '../../shared/contract/documents/document-key.ts';
import { visibleName } from '../../shared/visible-text.ts';

/** What divides the parts of a path, or of one below it: elsewhere than on Windows a "\\" is a letter of a name. */
export const separatorIn = (path: string): RegExp => (path.startsWith('/') ? /\// : /[\\/]/);

/** The last part of a path, or the path itself when it has only one. */
export const baseName = (path: string): string => path.split(separatorIn(path)).findLast((part) => part !== '') ?? path;

/** The last part of a path as it is shown. */
export const visibleBaseName = (path: string): string => visibleName(baseName(path));

/** The full path of an open document for display; for an untitled one its name and that it is in no file yet. */
export const visiblePath = (key: string): string =>
  isUntitled(key) ? `${visibleBaseName(key)}, not saved to a file yet` : visibleName(key);

/** The path of the directory that holds `path`, in the separators it came with. */
export function parentPath(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), path.startsWith('/') ? -1 : path.lastIndexOf('\\'));
  return end <= 0 ? path.slice(0, end + 1) : path.slice(0, end);
}

export const isAbsolutePath = (path: string): boolean => /^([/\\]|[A-Za-z]:[/\\])/.test(path);

/** The path below `root` that is `relative` with "/", in the separators of `root`; a path of Linux may have a "\\" in it. */
export function pathBelow(root: string, relative: string): string {
  const separator = root.includes('\\') && !root.startsWith('/') ? '\\' : '/';
  return root.replace(/[\\/]$/, '') + separator + relative.replaceAll('/', separator);
}

/** Number of parts of a path with "/". */
export function depthOf(path: string): number {
  let depth = 1;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) depth += 1;
  return depth;
}

/** What is before the name in a path as it is shown: a relative one does not tell whether a "\\" in it is a letter. */
export const shownParent = (shown: string, path: string): string =>
  shown.slice(0, Math.max(0, shown.length - baseName(path).length - 1));

/** Whether a path lies in a directory, however deep. */
export const isBelow = (directory: string, path: string): boolean =>
  path.startsWith(directory) &&
  [directory.at(-1), path[directory.length]].some((sign) => separatorIn(directory).test(sign ?? ''));

/** The path of an entry after a move: of the one that was moved, or of one below it. Others stay. */
export const movedPath = (path: string, from: string, to: string): string =>
  path === from || isBelow(from, path) ? to + path.slice(from.length) : path;

/** @returns the part of `path` below `root`, or `path` itself when it is not below it; of an untitled document its name */
export function relativePath(root: string | undefined, path: string): string {
  if (isUntitled(path)) return baseName(path);
  if (!root || !path.startsWith(root)) return path;
  const rest = path.slice(root.length);
  const separator = separatorIn(root);
  if (separator.test(root.at(-1) ?? '')) return rest;
  return separator.test(rest[0] ?? '') ? rest.slice(1) : path;
}

/** The place of an open document. */
export interface Whereabouts {
  /** From the open folder down to the one that holds the document; the whole path when it is elsewhere. */
  readonly folders: readonly string[];
  readonly name: string;
  /** It is in the open folder. */
  readonly isInside: boolean;
}

/** @param root absolute path of the open folder. @param key of the document */
export function whereaboutsOf(root: string | undefined, key: string): Whereabouts {
  const name = baseName(key);
  if (isUntitled(key)) return { folders: [], name, isInside: false };
  // The path where the app keeps its own texts tells a person nothing, but whose text it is.
  if (isAppText(key) && !(root !== undefined && isBelow(root, key))) {
    const extension = extensionOfText(key);
    return { folders: extension ? [extension] : [], name: name.replace(/\.(md|txt)$/, ''), isInside: false };
  }
  if (root === undefined || !isBelow(root, key)) return { folders: [parentPath(key)], name, isInside: false };
  return { folders: relativePath(root, key).split(separatorIn(root)).slice(0, -1), name, isInside: true };
}

/** The name of each path, with as many of its directories as distinguish it from the others. */
export function distinctNames(paths: readonly string[]): string[] {
  const ends = (path: string, count: number) => path.split(separatorIn(path)).slice(-count).join('/');
  return paths.map((path) => {
    if (isUntitled(path)) return baseName(path);
    const depth = path.split(separatorIn(path)).length;
    let count = 1;
    const isShared = () => paths.some((other) => other !== path && ends(other, count) === ends(path, count));
    while (count < depth && isShared()) count++;
    return count === 1 ? baseName(path) : ends(path, count);
  });
}
