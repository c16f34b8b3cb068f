import type { ListedDirectory } from '../../shared/contract/documents/document.ts';
import { faultOfNewName, faultOfTyped, partsOfTyped } from '../../shared/contract/documents/entry-name.ts';
import { visibleName } from '../../shared/visible-text.ts';
import { baseName, isBelow, parentPath, pathBelow } from '../base/paths.ts';

export interface TreeEntry {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly kind: 'file' | 'directory';
}

export interface TreeState {
  readonly root: string;
  /** The folder itself is no longer on disk. */
  readonly isGone: boolean;
  /** Known listings by directory. */
  readonly listings: ReadonlyMap<string, readonly TreeEntry[]>;
  readonly expanded: ReadonlySet<string>;
}

export interface TreeRow {
  readonly entry: TreeEntry;
  /** 0 in the root. */
  readonly depth: number;
  readonly isExpanded: boolean;
  /** 1-based place among the entries of its directory, and their number. */
  readonly position: number;
  readonly setSize: number;
  /** Index of the row of its directory; -1 in the root. */
  readonly parent: number;
}

/** The entries of a directory, directories first. */
export function entriesOf(directory: string, { directories, files }: ListedDirectory): TreeEntry[] {
  const base = pathBelow(directory, '');
  const entries = (names: readonly string[], kind: TreeEntry['kind']) =>
    names.map((name): TreeEntry => ({ name, path: base + name, kind }));
  return [...entries(directories, 'directory'), ...entries(files, 'file')];
}

/** Leaves out paths that lie within another one of them. */
export const topmost = (paths: readonly string[]): string[] =>
  paths.filter((path) => !paths.some((other) => other !== path && isBelow(other, path)));

const isTaken = ({ listings }: TreeState, directory: string, name: string): boolean =>
  listings.get(directory)?.some((entry) => entry.name === name) ?? false;

const taken = (name: string): string => `“${visibleName(name)}” already exists.`;

/** The fault in the name of a new entry, as far as it can be told before that is created. */
export function faultOfNew(tree: TreeState, directory: string, typed: string): string | null {
  const [name = '', ...rest] = partsOfTyped(typed);
  return faultOfTyped(typed) ?? (rest.length === 0 && isTaken(tree, directory, name) ? taken(name) : null);
}

/** The fault in a new name for the entry at this path, likewise. */
export function faultOfRename(tree: TreeState, path: string, typed: string): string | null {
  const name = typed.trim();
  const fault = faultOfNewName(baseName(path), name);
  if (fault) return `The name ${name === '' ? '' : `“${visibleName(name)}” `}${fault}.`;
  return name !== baseName(path) && isTaken(tree, parentPath(path), name) ? taken(name) : null;
}

/** The rows that the tree shows from top to bottom. */
export function visibleRows({ root, listings, expanded }: TreeState): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (directory: string, depth: number, parent: number): void => {
    const entries = listings.get(directory) ?? [];
    entries.forEach((entry, index) => {
      const isExpanded = entry.kind === 'directory' && expanded.has(entry.path);
      rows.push({ entry, depth, isExpanded, position: index + 1, setSize: entries.length, parent });
      if (isExpanded) add(entry.path, depth + 1, rows.length - 1);
    });
  };
  add(root, 0, -1);
  return rows;
}

export type TreeMove =
  | { readonly type: 'go'; readonly to: number }
  | { readonly type: 'toggle'; readonly path: string }
  | { readonly type: 'open'; readonly path: string };

/** The effect of a key while row `at` is the active one; null when the tree does not use it. */
export function moveForKey(rows: readonly TreeRow[], at: number, key: string): TreeMove | null {
  const row = rows[at];
  const go = (to: number): TreeMove => ({ type: 'go', to: Math.min(Math.max(to, 0), rows.length - 1) });
  if (!row) return null;
  const { entry, isExpanded, parent } = row;
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'ArrowRight':
      if (entry.kind === 'file') return null;
      return isExpanded ? go(rows[at + 1]?.parent === at ? at + 1 : at) : { type: 'toggle', path: entry.path };
    case 'ArrowLeft':
      if (isExpanded) return { type: 'toggle', path: entry.path };
      return parent === -1 ? null : go(parent);
    case 'Enter':
    case ' ':
      return { type: entry.kind === 'file' ? 'open' : 'toggle', path: entry.path };
    default:
      return null;
  }
}

/** The next row whose name begins with `typed`, round the end; the active row itself counts while typing goes on. */
export function findTyped(rows: readonly TreeRow[], at: number, typed: string): number {
  const wanted = typed.toLowerCase();
  const first = typed.length > 1 ? at : at + 1;
  for (let step = 0; step < rows.length; step++) {
    const index = (first + step) % rows.length;
    if (rows[index]?.entry.name.toLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}
