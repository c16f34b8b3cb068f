import { stat } from 'node:fs/promises';
import { basename, isAbsolute, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import type { Layout } from '../../shared/contract/app-state.ts';
import type { Workspace } from '../../shared/contract/documents/document.ts';
import { fail, ok, type Result, resultOf } from '../../shared/contract/errors.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { fileFailure, quote } from '../documents/file-failure.ts';
import { isInside, realPathOf } from '../documents/project-border.ts';
import { listDirectory } from '../documents/tree.ts';
import { createTreeWatcher } from '../documents/tree-watcher.ts';
import type { Tell } from '../service-events.ts';
import { layoutOf, type StateStore, withLayout, withRecentFolder } from '../settings/state-store.ts';
import { broughtBy } from './brought-by.ts';
import { listFiles } from './ripgrep/list-files.ts';
import type { WorkspaceTrust } from './workspace-trust.ts';

export interface WorkspaceServiceOptions {
  readonly state: StateStore;
  /** Shows the system's dialog. null: the person cancelled. */
  readonly pickFolder: () => Promise<string | null>;
  /** Puts the sample project where the person may write. @returns its folder @throws what the file system says */
  readonly placeSample: () => Promise<string>;
  readonly publish: (event: Extract<MainEvent, { type: 'workspace' | 'tree-changed' }>) => void;
  /** The folders whose own settings and extensions count. */
  readonly trust: Pick<WorkspaceTrust, 'isTrusted' | 'trust' | 'revoke'>;
  readonly tell: Tell<'folder-changed'>;
  /** The system has no watches left. */
  readonly onUnwatched: () => void;
}

/** A folder of more is listed in part, which is said. */
const maxFiles = 300_000;

export type WorkspaceService = ReturnType<typeof createWorkspaceService>;

/** The open folder: which one it is, what it lists, and how its panes are laid out. */
export function createWorkspaceService(options: WorkspaceServiceOptions) {
  const { state, pickFolder, placeSample, publish, trust, tell } = options;
  let workspace: Workspace | null = null;
  const treeWatcher = createTreeWatcher((directories) => {
    publish({ type: 'tree-changed', directories });
    void lookAgain();
  }, options.onUnwatched);
  let listing = new AbortController();
  const layout = (): Layout => layoutOf(state.get(), workspace?.path ?? '');

  const inTurn = pLimit(1);
  /** One after the other, so that the folder named last is the one that is open. */
  const open = (path: string): Promise<Result<Workspace>> => inTurn(openNow, path);

  async function openNow(path: string): Promise<Result<Workspace>> {
    if (!isAbsolute(path) || path.includes('\0')) return fail('file-not-found', `${quote(path)} is not a full path.`);
    const folder = resolve(path);
    try {
      if (!(await stat(folder)).isDirectory()) return fail('file-not-found', `${quote(folder)} is not a folder.`);
    } catch (error) {
      return fileFailure(error, folder, 'opened');
    }
    treeWatcher.clear();
    listing.abort();
    const [isTrusted, brings, realPath] = await Promise.all([
      trust.isTrusted(folder),
      broughtBy(folder),
      realPathOf(folder).catch(() => folder),
    ]);
    state.update((current) => withRecentFolder(current, folder));
    return ok(show({ path: folder, realPath, name: basename(folder) || folder, isTrusted, brings }));
  }

  function show(next: Workspace): Workspace {
    workspace = next;
    publish({ type: 'workspace', workspace, layout: layout() });
    tell({ type: 'folder-changed', workspace: next });
    return next;
  }

  /** Tells the person of extensions and rules that are added there while the folder is open. */
  async function lookAgain(): Promise<void> {
    const seen = workspace;
    if (!seen) return;
    const brings = await broughtBy(seen.path);
    if (workspace === seen && !isDeepStrictEqual(brings, seen.brings)) show({ ...seen, brings });
  }

  return {
    current: () => workspace,
    layout,
    open,
    async pickFolder() {
      const path = await pickFolder();
      return path === null ? ok(null) : open(path);
    },
    async openSample() {
      try {
        return open(await placeSample());
      } catch (error) {
        return fileFailure(error, 'sample-project', 'copied');
      }
    },
    async setTrust(isTrusted: boolean) {
      if (!workspace) return fail('file-outside-project', 'No folder is open.');
      const { path } = workspace;
      try {
        await (isTrusted ? trust.trust(path) : trust.revoke(path));
      } catch (error) {
        return fileFailure(error, path, 'saved');
      }
      // Another folder may have been opened meanwhile.
      if (workspace.path === path) show({ ...workspace, isTrusted });
      return ok(null);
    },
    async list(directory: string) {
      if (!workspace) return fail('file-outside-project', 'No folder is open.');
      const absolute = resolve(workspace.path, directory);
      // Watched before it is read: what changes in between is then reported.
      if (isInside(workspace.path, absolute)) treeWatcher.watch(absolute);
      return listDirectory(workspace.path, absolute);
    },
    async files() {
      listing.abort();
      listing = new AbortController();
      const { signal } = listing;
      const folder = workspace?.path;
      return folder === undefined
        ? ok({ paths: [], isPartial: false })
        : resultOf(() => listFiles(folder, maxFiles, signal));
    },
    async saveLayout(next: Layout) {
      state.update((current) => withLayout(current, workspace?.path ?? '', next));
    },
    dispose() {
      treeWatcher.clear();
      listing.abort();
    },
  };
}
