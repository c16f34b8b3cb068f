import type { TreeCommand } from '../../shared/contract/app-commands.ts';
import { copyText } from '../base/copy-text.ts';
import { showTree } from '../base/layout/layout-store.ts';
import { isBelow, parentPath, relativePath } from '../base/paths.ts';
import { revealInSystem } from '../base/reveal-in-system.ts';
import { activePath } from '../editor/documents/documents-store.ts';
import { copyEntries, moveEntries, trashEntries, undoLastAct } from './file-acts.ts';
import { pairToCompare } from './pair-to-compare.ts';
import { commandTargets, onlyTarget, useTreeFocus } from './tree-focus.ts';
import { revealDirectory, revealFile, useTree } from './tree-store.ts';

const actions: Readonly<Record<TreeCommand, () => unknown>> = {
  'tree.newFile': () => nameNew('file'),
  'tree.newFolder': () => nameNew('directory'),
  'tree.rename': rename,
  'tree.duplicate': () => each((path) => copyEntries([path], parentPath(path))),
  'tree.delete': () => trashEntries(commandTargets()),
  'tree.cut': () => take(true),
  'tree.copy': () => take(false),
  'tree.paste': paste,
  'tree.undo': undoLastAct,
  'tree.copyPath': () => copyText(commandTargets().join('\n')),
  'tree.copyRelativePath': () =>
    copyText(
      commandTargets()
        .map((path) => relativePath(useTree.getState().root, path))
        .join('\n'),
    ),
  'tree.compare': compare,
  'tree.reveal': reveal,
  'tree.collapseAll': () => useTree.setState({ expanded: new Set() }),
  'tree.showActive': showActive,
};

/** Runs a command on the selected entries. */
export function runTreeCommand(command: TreeCommand): unknown {
  return useTree.getState().root === '' ? undefined : actions[command]();
}

/** The directory for new and pasted entries: the active one, or that of the active file. */
function directoryInHand(): string {
  const { root, listings } = useTree.getState();
  const { active } = useTreeFocus.getState();
  if (active === null || active === root) return root;
  const entry = listings.get(parentPath(active))?.find(({ path }) => path === active);
  if (!entry) return root;
  return entry.kind === 'directory' ? active : parentPath(active);
}

function nameNew(kind: 'file' | 'directory'): void {
  showTree(true);
  const directory = directoryInHand();
  if (directory !== useTree.getState().root) revealDirectory(directory);
  useTreeFocus.setState({ naming: { type: 'new', directory, kind } });
}

function rename(): void {
  const path = onlyTarget();
  if (path === null) return;
  showTree(true);
  useTreeFocus.setState({ naming: { type: 'rename', path } });
}

async function each(act: (path: string) => Promise<unknown>): Promise<void> {
  for (const path of commandTargets()) await act(path);
}

function take(isCut: boolean): void {
  const paths = commandTargets();
  if (paths.length > 0) useTreeFocus.setState({ clipboard: { paths, isCut } });
}

async function paste(): Promise<void> {
  const { clipboard } = useTreeFocus.getState();
  if (!clipboard) return;
  const inHand = directoryInHand();
  // A folder whose own row is active yet goes beside itself, as a file does.
  const directory = clipboard.paths.includes(inHand) ? parentPath(inHand) : inHand;
  if (!clipboard.isCut) return copyEntries(clipboard.paths, directory);
  useTreeFocus.setState({ clipboard: null });
  await moveEntries(clipboard.paths, directory);
}

async function compare(): Promise<void> {
  const pair = pairToCompare();
  if (!pair) return;
  const { compareFiles } = await import('../editor/comparison/compare-files.ts');
  await compareFiles(pair.original, pair.changed);
}

function reveal(): Promise<void> {
  const [path = useTree.getState().root] = commandTargets();
  return revealInSystem(path);
}

/** Reveals the file in the editor, also when the tree does not follow it by itself. */
export function showActive(): void {
  const active = activePath();
  if (active === null || !isBelow(useTree.getState().root, active)) return;
  showTree(true);
  revealFile(active);
}
