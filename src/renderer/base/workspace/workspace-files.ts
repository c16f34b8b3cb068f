import { create } from 'zustand';
import type { ListedFiles } from '../../../shared/contract/documents/document.ts';
import { api, onMainEvents } from '../../bridge.ts';
import { depthOf } from '../paths.ts';
import { Searchable } from '../picker/score.ts';
import { settle } from '../settle.ts';
import { useWorkspace } from './workspace-store.ts';

/** All files of the open folder, relative with "/", those near the root first. */
export interface WorkspaceFiles {
  readonly files: Searchable<string>;
  readonly paths: ReadonlySet<string>;
  /** Those that have files, without a separator at their end. */
  readonly folders: Searchable<string>;
  readonly isPartial: boolean;
}

interface Known {
  /** The last list of this folder; null: none yet. */
  readonly list: WorkspaceFiles | null;
  /** Why there is no newer one. */
  readonly problem: string | null;
}

const nothing: Known = { list: null, problem: null };
export const useWorkspaceFiles = create<Known>(() => nothing);

/** Milliseconds; changes in directories that nobody watches are seen after this time. */
const usualAge = 30_000;
const noFiles: WorkspaceFiles = filesOf({ paths: [], isPartial: false });
let present: { readonly since: number; readonly list: Promise<WorkspaceFiles> } | null = null;

onMainEvents({
  'tree-changed': () => {
    present = null;
  },
});
useWorkspace.subscribe(({ workspace: now }, { workspace: before }) => {
  if (now?.path === before?.path) return;
  present = null;
  useWorkspaceFiles.setState(nothing);
});

/**
 * Lists the files of the folder. The store keeps the last list until then, and the same one when nothing has changed.
 * @param longestAge milliseconds; a list that was asked for since then is taken
 */
export function listWorkspaceFiles(longestAge = usualAge): Promise<WorkspaceFiles> {
  if (!present || Date.now() - present.since > longestAge) present = { since: Date.now(), list: list() };
  return present.list;
}

async function list(): Promise<WorkspaceFiles> {
  const root = useWorkspace.getState().workspace?.path;
  const result = await settle(api.workspace.files());
  if (useWorkspace.getState().workspace?.path !== root) return noFiles;
  const { list: before } = useWorkspaceFiles.getState();
  if (!result.ok) {
    // The next one who asks tries again.
    present = null;
    useWorkspaceFiles.setState({ problem: result.failure.message });
    return before ?? noFiles;
  }
  const listed = before !== null && isSame(before, result.value) ? before : filesOf(result.value);
  useWorkspaceFiles.setState({ list: listed, problem: null });
  return listed;
}

const isSame = ({ paths, isPartial }: WorkspaceFiles, found: ListedFiles): boolean =>
  isPartial === found.isPartial && paths.size === found.paths.length && found.paths.every((path) => paths.has(path));

function filesOf({ paths, isPartial }: ListedFiles): WorkspaceFiles {
  const of = (texts: Iterable<string>) => new Searchable(byDepth(texts), (text) => text);
  return { files: of(paths), paths: new Set(paths), folders: of(foldersOf(paths)), isPartial };
}

function byDepth(paths: Iterable<string>): string[] {
  const levels: string[][] = [];
  for (const path of paths) {
    const depth = depthOf(path);
    levels[depth] ??= [];
    levels[depth].push(path);
  }
  return levels.flat();
}

function foldersOf(files: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const file of files) {
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const folder = file.slice(0, at);
      // Those above it are there already.
      if (found.has(folder)) break;
      found.add(folder);
    }
  }
  return found;
}
