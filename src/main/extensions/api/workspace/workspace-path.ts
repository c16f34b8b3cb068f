import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { FailureError } from '../../../../shared/contract/errors.ts';
import { isInside, realPathOf } from '../../../documents/project-border.ts';

/** The access to a path. `entry`: the name itself is moved or deleted, so that a link is not followed. */
export type Access = 'read' | 'write' | 'entry';

/** Folders that determine which code runs on this machine: git's hooks and settings, and a project's extensions. */
const guarded: ReadonlySet<string> = new Set(['.git', '.outrigger', 'git~1', 'outrig~1']);
/** Characters that the file systems of macOS and Windows ignore in a name. */
const unseen = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]|[. ]+$/g;

/**
 * Resolves a path given by an extension.
 * @param root absolute, the open folder
 * @returns absolute, links resolved; it need not exist
 * @throws {FailureError} when it leads out of the folder, or a guarded path would be changed; else the system's error
 */
export async function placeInWorkspace(root: string, path: string, access: Access): Promise<string> {
  if (path.includes('\0') || isAbsolute(path)) {
    throw refuse('file-outside-project', path, 'is not a path relative to the open folder');
  }
  const named = resolve(root, path);
  const realRoot = await realPathOf(root);
  if (!isInside(root, named)) throw outside(path);
  const isOwnName = access === 'entry' && named !== resolve(root);
  const real = isOwnName ? join(await realPathOf(dirname(named)), basename(named)) : await realPathOf(named);
  if (!isInside(realRoot, real)) throw outside(path);
  if (access === 'entry' && real === realRoot) throw refuse('file-denied', path, 'is the open folder itself');
  if (access !== 'read') {
    for (const way of [relative(root, named), relative(realRoot, real)]) refuseGuarded(path, way);
  }
  return real;
}

/** Whether the content of a folder with this name determines which code runs on this machine. */
export const isGuardedName = (name: string): boolean => guarded.has(name.replace(unseen, '').toLowerCase());

function refuseGuarded(path: string, way: string): void {
  for (const name of way.split(sep)) {
    if (isGuardedName(name)) {
      throw refuse('file-denied', path, `lies in ${name}, which extensions may read and not change`);
    }
    // On Windows ":" addresses a stream of a file, or a device.
    if (process.platform === 'win32' && name.includes(':')) throw refuse('file-denied', path, 'holds a ":"');
  }
}

const outside = (path: string): FailureError => refuse('file-outside-project', path, 'is outside the open folder');

const refuse = (code: 'file-outside-project' | 'file-denied', path: string, why: string): FailureError =>
  new FailureError({ code, message: `“${path.slice(0, 200)}” ${why}.` });
