import { create } from 'zustand';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { Handlers } from '../../shared/emitter.ts';
import { notify } from '../base/notices/notices-store.ts';
import { isBelow, parentPath, pathBelow, separatorIn } from '../base/paths.ts';
import { settle } from '../base/settle.ts';
import { useWorkspace } from '../base/workspace/workspace-store.ts';
import { api, onMainEvents } from '../bridge.ts';
import { followMoves } from '../editor/navigation/file-moves.ts';
import { forgetTreeFocus, revealEntry } from './tree-focus.ts';
import { entriesOf, type TreeState } from './tree-model.ts';

const emptyTree = (root: string): TreeState => ({
  root,
  isGone: false,
  listings: new Map(),
  expanded: new Set(),
});

export const useTree = create<TreeState>(() => emptyTree(''));

/** Lists a directory anew; one that is gone is forgotten. */
async function load(directory: string): Promise<void> {
  const { root } = useTree.getState();
  const result = await settle(api.workspace.list(directory));
  const state = useTree.getState();
  if (state.root !== root) return;
  const listings = new Map(state.listings);
  const expanded = new Set(state.expanded);
  let { isGone } = state;
  if (directory === root) isGone = !result.ok && result.failure.code === 'file-not-found';
  if (result.ok) listings.set(directory, entriesOf(directory, result.value));
  else {
    listings.delete(directory);
    expanded.delete(directory);
    if (result.failure.code !== 'file-not-found') notify({ severity: 'error', text: result.failure.message });
  }
  useTree.setState({ isGone, listings, expanded });
}

/** Lists a directory of the folder now, without waiting for the watcher. */
export async function reload(directory: string): Promise<void> {
  const { root } = useTree.getState();
  if (directory === root || isBelow(root, directory)) await load(directory);
}

// Folders that are moved stay expanded.
followMoves((pathAfter) => {
  const before = [...useTree.getState().expanded];
  const after = before.map(pathAfter);
  useTree.setState({ expanded: new Set(after) });
  for (const [at, path] of after.entries()) if (path !== before[at]) void reload(path);
});

/** Expands or collapses a directory. */
export function toggleDirectory(directory: string): void {
  const expanded = new Set(useTree.getState().expanded);
  const isShown = expanded.delete(directory);
  if (!isShown) expanded.add(directory);
  useTree.setState({ expanded });
  if (!isShown) void load(directory);
}

/** Expands a directory of the folder and its ancestors. @param directory absolute */
export function revealDirectory(directory: string): void {
  const { root, expanded } = useTree.getState();
  if (!isBelow(root, directory)) return;
  const names = directory
    .slice(root.length)
    .split(separatorIn(root))
    .filter((name) => name !== '' && name !== '.');
  const shown = names.map((_, index) => names.slice(0, index + 1).reduce(pathBelow, root));
  const missing = shown.filter((each) => !expanded.has(each));
  useTree.setState({ expanded: new Set([...expanded, ...missing]) });
  for (const each of missing) void load(each);
}

/** Expands the ancestors of a file of the folder, and selects it. @param path absolute */
export function revealFile(path: string): void {
  if (!isBelow(useTree.getState().root, path)) return;
  revealDirectory(parentPath(path));
  revealEntry(path);
}

function follow(root: string | undefined): void {
  if (root === useTree.getState().root) return;
  useTree.setState(emptyTree(root ?? ''), true);
  forgetTreeFocus();
  if (root !== undefined) void load(root);
}

export const treeHandlers = {
  'tree-changed': ({ directories }) => {
    const { root, listings } = useTree.getState();
    for (const directory of directories) {
      if (directory === root || listings.has(directory)) void load(directory);
    }
  },
} satisfies Partial<Handlers<MainEvent>>;

/** Keeps the tree in step with the folder that is open and with its directories. @returns the undo */
export function followWorkspace(): () => void {
  follow(useWorkspace.getState().workspace?.path);
  const unsubscribe = useWorkspace.subscribe(({ workspace }) => follow(workspace?.path));
  const unlisten = onMainEvents(treeHandlers);
  return () => {
    unsubscribe();
    unlisten();
  };
}
