import { mkdir, open, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Trashed } from '../../shared/contract/documents/document.ts';
import { faultOfNewName, faultOfTyped, partsOfTyped } from '../../shared/contract/documents/entry-name.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { DocumentService } from '../documents/document-service.ts';
import { type Doing, fileFailure, quote } from '../documents/file-failure.ts';
import { isInside, realPathOf } from '../documents/project-border.ts';
import type { Tell } from '../service-events.ts';
import { copyEntry, isSameEntry, isThere, moveEntry } from './entries.ts';
import { placeIsTaken, type Trash } from './trash.ts';

export interface FileOperationsDeps {
  /** The open folder, or null. */
  workspacePath(): string | null;
  readonly documents: Pick<DocumentService, 'whileMoving'>;
  readonly trash: Trash;
  /** Shows it in the system's file manager. */
  showInSystem(path: string): void;
  readonly tell: Tell<'file-changed'>;
}

/**
 * Makes, moves, copies and deletes what is in the open folder, for a person. Nothing is ever replaced: where something
 * of that name is, it fails. A link is moved, copied and deleted itself, whatever it leads to.
 */
export function createFileOperations(deps: FileOperationsDeps) {
  const { workspacePath, documents, trash, showInSystem, tell } = deps;
  const trashed = new Map<string, { readonly path: string; bringBack(): Promise<void> }>();

  /** @returns the absolute path, which is below the open folder wherever links in it lead, and is not the folder itself */
  async function admit(path: string, doing: Doing): Promise<Result<string>> {
    const root = workspacePath();
    if (root === null) return fail('file-outside-project', 'No folder is open.');
    const absolute = resolve(root, path);
    try {
      const isBelow = !path.includes('\0') && absolute !== root && isInside(root, absolute);
      if (isBelow && isInside(await realPathOf(root), await realPathOf(dirname(absolute)))) return ok(absolute);
    } catch (error) {
      return fileFailure(error, absolute, doing);
    }
    return fail('file-outside-project', `${quote(absolute)} could not be ${doing}: it is outside the open folder.`);
  }

  /** @returns the same for a directory to put something into, which may be the open folder */
  async function admitInto(directory: string, name: string, doing: Doing): Promise<Result<string>> {
    const root = workspacePath();
    return admit(join(root === null ? directory : resolve(root, directory), name), doing);
  }

  /** Runs what may fail as the system does. */
  async function attempt<T>(path: string, doing: Doing, work: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await work());
    } catch (error) {
      return fileFailure(error, path, doing);
    }
  }

  const changed = (...paths: readonly string[]): void => {
    for (const path of paths) tell({ type: 'file-changed', path, by: 'person' });
  };

  async function makeFile(path: string): Promise<void> {
    await (await open(path, 'wx')).close();
  }

  return {
    /** @param typed one name, or several with `/` between, of which all but the last are folders @returns the path of the last */
    async create(directory: string, typed: string, kind: 'file' | 'directory') {
      const fault = faultOfTyped(typed);
      if (fault) return fail('file-failed', fault);
      const admitted = await admitInto(directory, join(...partsOfTyped(typed)), 'created');
      if (!admitted.ok) return admitted;
      const path = admitted.value;
      const made = await attempt(path, 'created', async () => {
        await mkdir(dirname(path), { recursive: true });
        await (kind === 'file' ? makeFile(path) : mkdir(path));
        return path;
      });
      if (made.ok) changed(path);
      return made;
    },

    /**
     * Moves or renames. Documents that are open go along.
     * @param isBack to where it was, by whatever name that was
     * @returns its path from then on
     */
    async move(from: string, to: string, isBack = false) {
      const [source, target] = [await admit(from, 'moved'), await admit(to, 'moved')];
      if (!source.ok) return source;
      if (!target.ok) return target;
      const [before, after] = [source.value, target.value];
      const name = basename(after);
      const fault = isBack ? null : faultOfNewName(basename(before), name);
      if (fault) return fail('file-failed', `The name ${quote(name)} ${fault}.`);
      if (before !== after && isInside(before, after))
        return fail('file-failed', `${quote(before)} could not be moved: a folder cannot be put into itself.`);
      const isRenamed = dirname(before) === dirname(after);
      const moved = await attempt(before, isRenamed ? 'renamed' : 'moved', async () => {
        if ((await isThere(after)) && !(await isOtherCase(before, after))) throw placeIsTaken(after);
        await documents.whileMoving(before, after, () => moveEntry(before, after));
        return after;
      });
      if (moved.ok) changed(before, after);
      return moved;
    },

    /** Copies into a directory, under a name that is free there. @returns the path of the copy */
    async copy(from: string, directory: string) {
      const source = await admit(from, 'copied');
      if (!source.ok) return source;
      const target = await admitInto(directory, basename(source.value), 'copied');
      if (!target.ok) return target;
      if (isInside(source.value, dirname(target.value)))
        return fail('file-failed', `${quote(source.value)} could not be copied: a folder cannot be put into itself.`);
      const copied = await attempt(source.value, 'copied', async () => {
        const path = await freeName(target.value);
        await copyEntry(source.value, path);
        return path;
      });
      if (copied.ok) changed(copied.value);
      return copied;
    },

    async trash(path: string): Promise<Result<Trashed>> {
      const admitted = await admit(path, 'deleted');
      if (!admitted.ok) return admitted;
      const put = await attempt(admitted.value, 'deleted', () => trash.put(admitted.value));
      if (!put.ok) return put;
      changed(admitted.value);
      if (!put.value) return ok({ undoId: null });
      const undoId = crypto.randomUUID();
      trashed.set(undoId, { path: admitted.value, bringBack: put.value });
      return ok({ undoId });
    },

    /** Brings back what was deleted in this run of the app. @returns its path */
    async restore(undoId: string) {
      const one = trashed.get(undoId);
      if (!one) return fail('file-not-found', 'It was already restored.');
      const restored = await attempt(one.path, 'brought back', one.bringBack);
      if (!restored.ok) return restored;
      trashed.delete(undoId);
      changed(one.path);
      return ok(one.path);
    },

    /** Deletes for good, where there is no trash. */
    async remove(path: string) {
      const admitted = await admit(path, 'deleted');
      if (!admitted.ok) return admitted;
      const removed = await attempt(admitted.value, 'deleted', () => rm(admitted.value, { recursive: true }));
      if (!removed.ok) return removed;
      changed(admitted.value);
      return ok(null);
    },

    async reveal(path: string) {
      const root = workspacePath();
      const admitted = root === path ? ok(path) : await admit(path, 'shown');
      if (!admitted.ok) return admitted;
      showInSystem(admitted.value);
      return ok(null);
    },
  };
}

/** Whether it is the same name in other letters, where a file system tells no difference. */
const isOtherCase = async (before: string, after: string): Promise<boolean> =>
  before.toLowerCase() === after.toLowerCase() && (await isSameEntry(before, after));

/** The path itself, or one beside it: `a copy.txt`, `a copy 2.txt`. */
async function freeName(path: string): Promise<string> {
  if (!(await isThere(path))) return path;
  const ending = extname(path);
  const name = basename(path, ending);
  for (let count = 1; ; count++) {
    const free = join(dirname(path), `${name} copy${count === 1 ? '' : ` ${count}`}${ending}`);
    if (!(await isThere(free))) return free;
  }
}
