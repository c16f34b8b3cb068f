import { create } from 'zustand';
import { followMoves } from '../editor/navigation/file-moves.ts';
import { type TreeEntry, topmost } from './tree-model.ts';

/** A name is being typed in the tree: for something new in a directory, or another one for what is there. */
export type Naming =
  | { readonly type: 'new'; readonly directory: string; readonly kind: TreeEntry['kind'] }
  | { readonly type: 'rename'; readonly path: string };

interface TreeFocus {
  /** Path of the active row; null: the first row. */
  readonly active: string | null;
  /** Entries that the next command acts on; when empty, the active one. */
  readonly selected: ReadonlySet<string>;
  /** Scrolled into view, each time a new object is set. */
  readonly revealed: { readonly path: string } | null;
  /** Where a selection with Shift begins. */
  readonly anchor: string | null;
  readonly naming: Naming | null;
  /** Entries that were cut or copied in the tree. */
  readonly clipboard: { readonly paths: readonly string[]; readonly isCut: boolean } | null;
  /** The directory that a drop now would go into. */
  readonly dropInto: string | null;
}

const none: TreeFocus = {
  active: null,
  selected: new Set(),
  revealed: null,
  anchor: null,
  naming: null,
  clipboard: null,
  dropInto: null,
};

/** Active row, selection and clipboard of the tree. */
export const useTreeFocus = create<TreeFocus>(() => none);

// What was cut or copied is pasted from where it is by then.
followMoves((pathAfter) => {
  const { clipboard } = useTreeFocus.getState();
  if (clipboard) useTreeFocus.setState({ clipboard: { ...clipboard, paths: clipboard.paths.map(pathAfter) } });
});

export const forgetTreeFocus = (): void => useTreeFocus.setState(none, true);

export const selectEntry = (path: string): void =>
  useTreeFocus.setState({ active: path, anchor: path, selected: new Set([path]) });

/** Selects an entry, and brings it into view as soon as it has a row. */
export function revealEntry(path: string): void {
  selectEntry(path);
  useTreeFocus.setState({ revealed: { path } });
}

/** Takes hold of an entry by the pointer: with the whole selection if the entry is in it. */
export function takeHold(path: string): void {
  if (useTreeFocus.getState().selected.has(path)) useTreeFocus.setState({ active: path });
  else selectEntry(path);
}

/** Adds an entry to the selection, or removes it. */
export function toggleSelected(path: string): void {
  const selected = new Set(useTreeFocus.getState().selected);
  if (!selected.delete(path)) selected.add(path);
  useTreeFocus.setState({ active: path, anchor: path, selected });
}

/** Selects the rows from the start of the selection to this one. @param paths of the rows in their order */
export function selectThrough(path: string, paths: readonly string[]): void {
  const { anchor, active } = useTreeFocus.getState();
  const from = Math.max(paths.indexOf(anchor ?? active ?? path), 0);
  const to = paths.indexOf(path);
  const selected = new Set(paths.slice(Math.min(from, to), Math.max(from, to) + 1));
  useTreeFocus.setState({ active: path, anchor: paths[from] ?? path, selected });
}

/** Entries that a command of the tree acts on; those within a selected folder are covered by it. */
export function commandTargets(): readonly string[] {
  const { active, selected } = useTreeFocus.getState();
  if (active !== null && !selected.has(active)) return [active];
  return topmost([...selected]);
}

/** The entry for what is done to a single one. */
export function onlyTarget(): string | null {
  const [target = null, ...others] = commandTargets();
  return others.length === 0 ? target : null;
}
