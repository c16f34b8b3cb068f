import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { FailureError } from '../../shared/contract/errors.ts';
import { fileFailure, quote } from '../documents/file-failure.ts';
import { isForeignShare, isInside, realPathOf } from '../documents/project-border.ts';
import { isSensitivePath } from '../documents/sensitive-paths.ts';

/** The location of a path given by a tool. */
export interface PathPlace {
  /** Absolute, links resolved. It need not exist. */
  readonly real: string;
  /** Absolute, links not resolved. */
  readonly named: string;
  /** For rules and display: relative to the open folder, "." for the folder itself; absolute outside it. With "/". */
  readonly shown: string;
  /** As `shown`, for `named`. */
  readonly shownName: string;
  readonly isInside: boolean;
}

/** Whether it may hold secrets, by its real path or by the given one. */
export const isSensitive = ({ shown, shownName }: PathPlace): boolean =>
  isSensitivePath(shown) || isSensitivePath(shownName);

export interface Folder {
  /** As opened; null: none is open. */
  readonly root: string | null;
  /** Links resolved. */
  readonly realRoot: string | null;
}

export async function folderAt(root: string | null): Promise<Folder> {
  return { root, realRoot: root === null ? null : await realPathOf(root) };
}

/**
 * @param access `entry`: the name itself is moved or deleted, so that a link is not followed
 * @throws {FailureError} for a path whose location cannot be determined before it is used
 */
export async function placeOf(folder: Folder, path: string, access: 'content' | 'entry'): Promise<PathPlace> {
  const { root, realRoot } = folder;
  const named = absolute(root, path);
  if (isForeignShare(named, root, process.platform)) throw refuse(path, 'is on another computer, or is a device');
  if (process.platform === 'win32') refuseWindowsNames(named, path);
  let real: string;
  try {
    const isOwnName = access === 'entry' && dirname(named) !== named;
    real = isOwnName ? join(await realPathOf(dirname(named)), basename(named)) : await realPathOf(named);
  } catch (error) {
    const failed = fileFailure(error, path, 'opened');
    throw failed.ok ? error : new FailureError(failed.failure);
  }
  return {
    real,
    named,
    shown: shownPath(realRoot, real),
    shownName: shownPath(root, named),
    // The content of /proc and /dev depends on the process that reads it.
    isInside: realRoot !== null && isInside(realRoot, real) && !/^\/(?:proc|dev)\//.test(named),
  };
}

/** @param root absolute, or null. @param path absolute */
export function shownPath(root: string | null, path: string): string {
  const way = root !== null && isInside(root, path) ? relative(root, path) || '.' : path;
  return way.split(sep).join('/');
}

function absolute(root: string | null, path: string): string {
  if (path.includes('\0')) throw refuse(path, 'holds a character that no path has');
  if (process.platform === 'win32' && /^[A-Za-z]:(?![\\/])/.test(path)) throw refuse(path, 'is no whole path');
  if (isAbsolute(path)) return resolve(path);
  if (root !== null) return resolve(root, path);
  throw new FailureError({ code: 'file-not-found', message: 'No folder is open. Open one, then try again.' });
}

/** Names that Windows maps to another file: streams, devices, names with trailing dots. */
function refuseWindowsNames(named: string, path: string): void {
  for (const name of named.slice(2).split(/[\\/]/)) {
    const isDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i.test(name);
    if (isDevice || /[:*?"<>|]|[. ]$/.test(name)) throw refuse(path, `holds “${name}”, which is no plain name`);
  }
}

const refuse = (path: string, why: string): FailureError =>
  new FailureError({ code: 'invalid-request', message: `${quote(path.slice(0, 200))} ${why}.` });
