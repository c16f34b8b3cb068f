import { create } from 'zustand';
import type { TreeEntry } from '../../shared/contract/documents/document.ts';
import { topmost } from './tree-model.ts';

/** A name is being typed in the tree: for something new in a directory, or another one for what is there. */
export type Naming =
  | { readonly type: 'new'; readonly directory: string; readonly kind: TreeEntry['kind'] }
  | { readonly type: 'rename'; readonly path: string };

interface TreeFocus {
  /** The keyboard's place; null: the first row. */
  readonly active: string | null;
  /** What the next command is about; the place of the keyboard when it is empty. */
  readonly selected: ReadonlySet<string>;
  /** Comes into view, each time that there is another one. */
  readonly revealed: { readonly path: string } | null;
  /** From where Shift selects. */
  readonly anchor: string | null;
  readonly naming: Naming | null;
  /** What was cut or copied in the tree, to be pasted in it. */
  readonly clipboard: { readonly paths: readonly string[]; readonly isCut: boolean } | null;
  /** The directory that what is dragged would be dropped into. */
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

/** Where a person is in the tree, and what they have in hand there. */
export const useTreeFocus = create<TreeFocus>(() => none);

export const forgetTreeFocus = (): void => useTreeFocus.setState(none, true);

export const selectEntry = (path: string): void =>
  useTreeFocus.setState({ active: path, anchor: path, selected: new Set([path]) });

/** Selects an entry, and brings it into view as soon as it has a row. */
export function revealEntry(path: string): void {
  selectEntry(path);
  useTreeFocus.setState({ revealed: { path } });
}

/** Takes hold of an entry, as the pointer does: with all that is selected when it is one of that. */
export function takeHold(path: string): void {
  if (useTreeFocus.getState().selected.has(path)) useTreeFocus.setState({ active: path });
  else selectEntry(path);
}

/** Adds it to what is selected, or takes it away. */
export function toggleSelected(path: string): void {
  const selected = new Set(useTreeFocus.getState().selected);
  if (!selected.delete(path)) selected.add(path);
  useTreeFocus.setState({ active: path, anchor: path, selected });
}

/** Selects the rows from where the selection began to this one. @param paths of the rows in their order */
export function selectThrough(path: string, paths: readonly string[]): void {
  const { anchor, active } = useTreeFocus.getState();
  const from = Math.max(paths.indexOf(anchor ?? active ?? path), 0);
  const to = paths.indexOf(path);
  const selected = new Set(paths.slice(Math.min(from, to), Math.max(from, to) + 1));
  useTreeFocus.setState({ active: path, anchor: paths[from] ?? path, selected });
}

/** What a command of the tree is about; what lies in a folder of them goes with it. */
export function commandTargets(): readonly string[] {
  const { active, selected } = useTreeFocus.getState();
  if (active !== null && !selected.has(active)) return [active];
  return topmost([...selected]);
}
