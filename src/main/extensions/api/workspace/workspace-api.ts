import { basename, join } from 'node:path';
import { FailureError } from '../../../../shared/contract/errors.ts';
import type { MainMethods } from '../../../../shared/contract/extensions/main-methods.ts';
import type { Manifest } from '../../../../shared/contract/extensions/manifest.ts';
import type { SecretDeed } from '../../../../shared/contract/question.ts';
import type { CallContext } from '../../../../shared/rpc/handlers.ts';
import { fileFailure } from '../../../documents/file-failure.ts';
import { realPathOf } from '../../../documents/project-border.ts';
import type { ExtensionServices } from '../../registry/extension-services.ts';
import { createKeyedLimit } from '../keyed-limit.ts';
import {
  deleteEntry,
  entriesOf,
  factsOf,
  makeDirectory,
  readBytes,
  refuseTooLarge,
  renameEntry,
  writeBytes,
} from './disk-access.ts';
import type { SecretFiles } from './secret-files.ts';
import { findFiles } from './workspace-find.ts';
import { type Access, placeInWorkspace } from './workspace-path.ts';
import { searchFiles } from './workspace-search.ts';

type WorkspaceMethod = Extract<keyof MainMethods, `workspace.${string}`>;
export type WorkspaceApi = Pick<ExtensionServices, WorkspaceMethod>;

/** Concurrent disk operations of one extension; a file of 50 MB takes as much memory. */
const filesAtOnce = 4;
const searchesAtOnce = 2;
const maxWaiting = 64;

/** An operation: the access to its path, and the verb of its error message, as in "could not be saved". */
type Deed = readonly [access: Access, doing: Parameters<typeof fileFailure>[2]];
const opening: Deed = ['read', 'opened'];
const listing: Deed = ['read', 'listed'];
const saving: Deed = ['write', 'saved'];
const deleting: Deed = ['entry', 'deleted'];
const renaming: Deed = ['entry', 'renamed'];

/**
 * Refuses an extension whose manifest does not request this access to the workspace.
 * @throws {FailureError}
 */
export function requireWorkspace({ id, name, capabilities }: Manifest, access: 'read' | 'write'): void {
  const granted = capabilities?.workspace;
  if (granted === 'write' || granted === access) return;
  const message = `${name} asks to ${access} files without [capabilities] workspace = "${access}" in its manifest.`;
  throw new FailureError({ code: 'file-denied', message, extensionId: id });
}

/** The files of the open folder for extensions. Every path is checked; see `placeInWorkspace`. */
export function createWorkspaceApi({
  root,
  secrets,
}: {
  root: () => string | null;
  secrets: SecretFiles;
}): WorkspaceApi {
  const files = createKeyedLimit(filesAtOnce, maxWaiting);
  const searches = createKeyedLimit(searchesAtOnce, maxWaiting);

  function folderOrRefuse(): string {
    const folder = root();
    if (folder !== null) return folder;
    throw new FailureError({ code: 'file-not-found', message: 'No folder is open. Open one, then try again.' });
  }

  /** Runs a task on a path, in the extension's turn, after the checks of permission. */
  async function at<T>(
    caller: Manifest,
    path: string,
    [access, doing]: Deed,
    { signal }: CallContext,
    task: (place: string, folder: string) => Promise<T>,
    secret?: SecretDeed,
  ): Promise<T> {
    requireWorkspace(caller, access === 'read' ? 'read' : 'write');
    try {
      if (secret) {
        const folder = folderOrRefuse();
        const real = await placeInWorkspace(folder, path, access);
        // Before the turn begins: a question may stay open for long.
        await secrets.permit(caller, secret, { path, real, realRoot: await realPathOf(folder) }, signal);
      }
      return await files.take(caller.id, signal, async () => {
        const folder = folderOrRefuse();
        return task(await placeInWorkspace(folder, path, access), folder);
      });
    } catch (error) {
      throw error instanceof FailureError ? error : inASentence(error, path, doing);
    }
  }

  async function looking<T>(
    caller: Manifest,
    { signal }: CallContext,
    task: (folder: string) => Promise<T>,
  ): Promise<T> {
    requireWorkspace(caller, 'read');
    return searches.take(caller.id, signal, () => task(folderOrRefuse()));
  }

  return {
    async 'workspace.folder'(caller) {
      // Where it is tells something; who can send it nowhere may know.
      if (caller.capabilities?.network?.length) requireWorkspace(caller, 'read');
      const path = root();
      return path === null ? null : { name: basename(path) || path, path };
    },
    'workspace.readFile': (caller, { path }, context) => at(caller, path, opening, context, readBytes, 'read'),
    'workspace.writeFile': async (caller, { path, content }, context) => {
      requireWorkspace(caller, 'write');
      // Before the turn begins: the content would stay in memory until then.
      refuseTooLarge(path, content);
      return at(caller, path, saving, context, (place) => writeBytes(place, content));
    },
    'workspace.delete': (caller, { path }, context) => at(caller, path, deleting, context, deleteEntry),
    'workspace.rename': (caller, { from, to }, context) =>
      at(
        caller,
        from,
        renaming,
        context,
        async (source, folder) => renameEntry(source, await placeInWorkspace(folder, to, 'entry')),
        'rename',
      ),
    'workspace.createDirectory': (caller, { path }, context) => at(caller, path, saving, context, makeDirectory),
    'workspace.stat': (caller, { path }, context) => at(caller, path, opening, context, factsOf),
    'workspace.list': (caller, { path }, context) =>
      at(caller, path, listing, context, (place, folder) =>
        entriesOf(place, (name) =>
          placeInWorkspace(folder, join(path, name), 'read').then(
            () => true,
            () => false,
          ),
        ),
      ),
    'workspace.find': (caller, { glob, limit }, context) =>
      looking(caller, context, async (folder) => (await findFiles(folder, glob, limit, context.signal)).paths),
    'workspace.search': (caller, query, context) =>
      looking(caller, context, async (folder) => {
        const realRoot = await realPathOf(folder);
        const isTold = (path: string) => secrets.isOpen(caller, { path, realRoot, real: join(realRoot, path) });
        return searchFiles(folder, query, context.signal, isTold);
      }),
  };
}

/** @returns the system's error as a sentence, without its own text, which contains absolute paths */
function inASentence(error: unknown, path: string, doing: Deed[1]): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  const failed = fileFailure(error, path, doing);
  return failed.ok ? error : new FailureError(failed.failure);
}
