/** A part of the editor area with tabs of its own. A document may have a tab in several. */
export interface Pane {
  readonly id: number;
  /** Keys of the documents of its tabs, in their order. */
  readonly paths: readonly string[];
  /** The one in front; null: none yet. */
  readonly active: string | null;
  /** The tab that the next preview replaces; one at most. */
  readonly preview: string | null;
  /** Tabs that stand first and are not closed by accident. */
  readonly pinned: readonly string[];
  /** Markdown documents that it shows as they read, and not as text. */
  readonly rendered: readonly string[];
}

/** The id of the element with what a pane shows. */
export const bodyId = (pane: number): string => `editor-body-${pane}`;

export const emptyPane = (id: number): Pane => ({
  ...{ id, paths: [], active: null, preview: null },
  ...{ pinned: [], rendered: [] },
});

/** Pinned tabs stand before the others, and nothing is said of tabs that are gone. */
function inOrder(pane: Pane): Pane {
  const isThere = (path: string) => pane.paths.includes(path);
  const pinned = pane.paths.filter((path) => pane.pinned.includes(path));
  const paths = [...pinned, ...pane.paths.filter((path) => !pinned.includes(path))];
  return { ...pane, paths, pinned, rendered: pane.rendered.filter(isThere) };
}

/** Adds a tab after the active one. */
export function withTab(pane: Pane, path: string): Pane {
  if (pane.paths.includes(path)) return pane;
  const at = pane.active === null ? pane.paths.length : pane.paths.indexOf(pane.active) + 1;
  return inOrder({ ...pane, paths: pane.paths.toSpliced(at, 0, path) });
}

export const withActive = (pane: Pane, path: string): Pane =>
  pane.paths.includes(path) && pane.active !== path ? { ...pane, active: path } : pane;

/** Removes a tab; its right neighbour becomes active, else its left one. */
export function withoutTab(pane: Pane, path: string): Pane {
  const at = pane.paths.indexOf(path);
  if (at === -1) return pane;
  const paths = pane.paths.toSpliced(at, 1);
  return inOrder({
    ...pane,
    paths,
    active: pane.active === path ? (paths[at] ?? paths[at - 1] ?? null) : pane.active,
    preview: pane.preview === path ? null : pane.preview,
  });
}

/** Puts a tab in the place of another one; one that was there already is gone. */
export function withReplaced(pane: Pane, path: string, by: string): Pane {
  if (path === by || !pane.paths.includes(path)) return pane;
  const keyOf = <P extends string | null>(key: P) => (key === path ? by : key);
  const renamed = (keys: readonly string[]) => keys.filter((key) => key !== by).map(keyOf);
  return inOrder({
    ...pane,
    paths: renamed(pane.paths),
    active: keyOf(pane.active),
    preview: keyOf(pane.preview),
    pinned: renamed(pane.pinned),
    rendered: renamed(pane.rendered),
  });
}

/** A pinned tab stands last among the pinned ones, and one that is unpinned first among the others. */
export function withPin(pane: Pane, path: string, isPinned: boolean): Pane {
  if (!pane.paths.includes(path) || pane.pinned.includes(path) === isPinned) return pane;
  const others = pane.paths.filter((key) => key !== path);
  const before = others.filter((key) => pane.pinned.includes(key));
  const after = others.filter((key) => !pane.pinned.includes(key));
  return inOrder({
    ...pane,
    paths: [...before, path, ...after],
    pinned: isPinned ? [...pane.pinned, path] : pane.pinned.filter((key) => key !== path),
    preview: pane.preview === path ? null : pane.preview,
  });
}

/** Makes a document the preview: in place of the one before, or with a tab of its own. */
export const withPreview = (pane: Pane, path: string): Pane => ({
  ...(pane.preview === null ? withTab(pane, path) : withReplaced(pane, pane.preview, path)),
  preview: path,
});

/** The preview becomes a tab like others. */
export const withKept = (pane: Pane, path: string): Pane => (pane.preview === path ? { ...pane, preview: null } : pane);

export const withRendered = (pane: Pane, path: string, isRendered: boolean): Pane => ({
  ...pane,
  rendered: [...pane.rendered.filter((key) => key !== path), ...(isRendered ? [path] : [])],
});

/** Whether it shows its document as it reads, so that nobody sees the text. */
export const isRead = ({ active, rendered }: Pane): boolean => active !== null && rendered.includes(active);

/** The neighbour of the active tab, round the ends. */
export function neighbourIn({ paths, active }: Pane, step: 1 | -1): string | null {
  const at = active === null ? -1 : paths.indexOf(active);
  return paths[(at + step + paths.length) % paths.length] ?? null;
}
