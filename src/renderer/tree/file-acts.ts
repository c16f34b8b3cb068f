import type { Failure } from '../../shared/contract/errors.ts';
import { notify } from '../base/notices/notices-store.ts';
import { baseName, parentPath, pathBelow, visibleBaseName } from '../base/paths.ts';
import { settle } from '../base/settle.ts';
import { api } from '../bridge.ts';
import { ask } from '../dialogs/ask.ts';
import { closeSaved, moveOpenFiles } from '../editor/documents/moving/move-files.ts';
import { openDocument } from '../editor/documents/open-document.ts';
import { type Act, lastAct, noteAct, type Undone, undoAct, undoEach } from './done-acts.ts';
import { selectEntry, useTreeFocus } from './tree-focus.ts';
import { reload, revealDirectory, useTree } from './tree-store.ts';

/** Withdraws the offer to restore the last deletion, which stands until the next one. */
let withdrawOffer = (): void => undefined;

// Nothing is undone in a folder that cannot be seen any more.
useTree.subscribe(({ root }, before) => {
  if (root !== before.root) withdrawOffer();
});

export async function undoLastAct(): Promise<void> {
  const act = lastAct();
  if (act) await takeBack(act);
}

async function takeBack(act: Act): Promise<void> {
  for (const failure of await undoAct(act)) tell(failure);
}

const tell = ({ message }: Failure): void => void notify({ severity: 'error', text: message });

/** Reveals entries at their present places, and selects them. */
async function show(...paths: readonly string[]): Promise<void> {
  const directories = new Set(paths.map(parentPath));
  await Promise.all([...directories].map(reload));
  for (const directory of directories) revealDirectory(directory);
  const [first] = paths;
  if (first === undefined) return;
  selectEntry(first);
  useTreeFocus.setState({ selected: new Set(paths) });
}

/** @param typed a name, or several with `/` between @returns why it failed, as a sentence; null: created */
export async function createEntry(
  directory: string,
  typed: string,
  kind: 'file' | 'directory',
): Promise<string | null> {
  const made = await settle(api.files.create(directory, typed, kind));
  if (!made.ok) return made.failure.message;
  const path = made.value;
  noteAct(() => putInTrash([path]));
  await reload(directory);
  await show(path);
  if (kind === 'file') await openDocument(path);
  return null;
}

/** @returns as `createEntry` */
export async function renameEntry(path: string, name: string): Promise<string | null> {
  const moved = await moveOpenFiles(path, pathBelow(parentPath(path), name));
  if (!moved.ok) return moved.failure.message;
  noteAct(() => moveBack([{ from: path, to: moved.value }]));
  await show(moved.value);
  return null;
}

/** Moves entries into a directory, but for those that are there already. */
export async function moveEntries(paths: readonly string[], directory: string): Promise<void> {
  const moves: Move[] = [];
  const failures: Failure[] = [];
  for (const from of paths) {
    if (parentPath(from) === directory) continue;
    const moved = await moveOpenFiles(from, pathBelow(directory, baseName(from)));
    if (moved.ok) moves.push({ from, to: moved.value });
    else failures.push(moved.failure);
  }
  failures.forEach(tell);
  if (moves.length === 0) return;
  noteAct(() => moveBack(moves.toReversed()));
  await reloadParents(moves.map(({ from }) => from));
  await show(...moves.map(({ to }) => to));
}

interface Move {
  readonly from: string;
  readonly to: string;
}

function moveBack(moves: readonly Move[]): Promise<Undone> {
  const move = ({ from, to }: Move) => moveOpenFiles(to, from, true);
  return undoEach(moves, move, async (back) => {
    await reloadParents(back.map(({ to }) => to));
    await show(...back.map(({ from }) => from));
  });
}

/** Copies entries into a directory; a copy beside its original gets a name of its own. */
export async function copyEntries(paths: readonly string[], directory: string): Promise<void> {
  const copies: string[] = [];
  for (const path of paths) {
    const copied = await settle(api.files.copy(path, directory));
    if (copied.ok) copies.push(copied.value);
    else tell(copied.failure);
  }
  if (copies.length === 0) return;
  noteAct(() => putInTrash(copies));
  await show(...copies);
}

/** Moves to the trash, without a question: it can be undone. */
export async function trashEntries(paths: readonly string[]): Promise<void> {
  const inTrash: Trashed[] = [];
  const gone: string[] = [];
  for (const path of paths) {
    const trashed = await settle(api.files.trash(path));
    if (!trashed.ok) {
      notify({
        severity: 'error',
        text: trashed.failure.message,
        actions: [{ label: 'Delete permanently…', run: () => void deleteForGood(path) }],
      });
      continue;
    }
    gone.push(path);
    await closeSaved(path);
    if (trashed.value.undoId !== null) inTrash.push({ path, undoId: trashed.value.undoId });
  }
  if (gone.length === 0) return;
  await reloadParents(gone);
  const words = areWords(gone);
  if (inTrash.length < gone.length) {
    const text = `${words} in the system trash and can be restored from there.`;
    return void notify({ severity: 'info', text });
  }
  const act = noteAct(
    () => restore(inTrash),
    () => withdraw(),
  );
  const actions = [{ label: 'Undo', run: () => void takeBack(act) }];
  withdrawOffer();
  const withdraw = notify({ severity: 'info', text: `${words} in the trash.`, actions });
  withdrawOffer = withdraw;
}

interface Trashed {
  readonly path: string;
  readonly undoId: string;
}

const restore = (entries: readonly Trashed[]): Promise<Undone> =>
  undoEach(
    entries,
    ({ undoId }) => settle(api.files.restore(undoId)),
    (back) => show(...back.map(({ path }) => path)),
  );

/** Undoes a creation or copy. The trash, so that nothing a person has written into it since is lost; that is said. */
function putInTrash(paths: readonly string[]): Promise<Undone> {
  const inTrash: Trashed[] = [];
  const trash = async (path: string) => {
    const trashed = await settle(api.files.trash(path));
    if (!trashed.ok) return trashed;
    await closeSaved(path);
    if (trashed.value.undoId !== null) inTrash.push({ path, undoId: trashed.value.undoId });
    return trashed;
  };
  return undoEach(paths, trash, async (back) => {
    await reloadParents(back);
    if (back.length === 0) return;
    const actions = inTrash.length === 0 ? [] : [{ label: 'Restore', run: () => void bringBack(inTrash) }];
    notify({ severity: 'info', text: `${areWords(back)} in the trash.`, actions });
  });
}

const bringBack = async (entries: readonly Trashed[]): Promise<void> => {
  for (const failure of (await restore(entries)).failures) tell(failure);
};

const areWords = (paths: readonly string[]): string =>
  paths.length === 1 ? `“${visibleBaseName(paths[0] ?? '')}” is` : `${paths.length} entries are`;

const reloadParents = (paths: readonly string[]): Promise<unknown> =>
  Promise.all([...new Set(paths.map(parentPath))].map(reload));

async function deleteForGood(path: string): Promise<void> {
  const answer = await ask({
    title: `Delete ${visibleBaseName(path)} permanently?`,
    text: 'It could not be moved to the trash. Deleting it now cannot be undone.',
    actions: [
      { id: 'cancel', label: 'Cancel', kind: 'primary' },
      { id: 'delete', label: 'Delete permanently', kind: 'danger' },
    ],
  });
  if (answer !== 'delete') return;
  const removed = await settle(api.files.remove(path));
  if (!removed.ok) return tell(removed.failure);
  await closeSaved(path);
  await reload(parentPath(path));
}
