import type { Text } from '@codemirror/state';
import { create } from 'zustand';
import type { LeftTab } from '../../../shared/contract/documents/backup.ts';
import { maxPanes } from '../../../shared/contract/documents/tab-limits.ts';
import type { Failure } from '../../../shared/contract/errors.ts';
import { type Layout, panesIn, type Split, splitPane, withoutPane } from '../panes/layout.ts';
import {
  emptyPane,
  neighbourIn,
  type Pane,
  withActive,
  withKept,
  withoutTab,
  withPin,
  withReplaced,
  withTab,
} from '../panes/pane.ts';
import { type DocumentState, type DocumentTransition, isDirty, nextDocumentState } from './document-state.ts';

/** What a tab shows. `path` is the key of the document, its identity everywhere (`contract/document-key.ts`). */
export type Tab =
  | { readonly kind: 'opening'; readonly path: string; readonly left?: LeftTab | undefined }
  | { readonly kind: 'document'; readonly path: string; readonly document: DocumentState }
  | { readonly kind: 'failed'; readonly path: string; readonly failure: Failure };

export interface Documents {
  /** What is open, each once; each has a tab in one pane at least. */
  readonly tabs: readonly Tab[];
  /** Only the single one may be without tabs. */
  readonly panes: readonly Pane[];
  readonly layout: Layout;
  /** The id of the pane that commands are for. */
  readonly front: number;
}

const first = emptyPane(0);

/** What is open, and where. Texts, selections and histories are in `sessions.ts`. */
export const useDocuments = create<Documents>(() => ({ tabs: [], panes: [first], layout: first.id, front: first.id }));

export const paneOf = ({ panes }: Pick<Documents, 'panes'>, id: number): Pane =>
  panes.find((pane) => pane.id === id) ?? panes[0] ?? first;

export const frontPane = (documents: Documents): Pane => paneOf(documents, documents.front);

/** The key of the document in front. */
export const activeOf = (documents: Documents): string | null => frontPane(documents).active;

export const activePath = (): string | null => activeOf(useDocuments.getState());

export const findTab = (path: string | null): Tab | undefined =>
  useDocuments.getState().tabs.find((tab) => tab.path === path);

export function findDocument(path: string | null): DocumentState | undefined {
  const tab = findTab(path);
  return tab?.kind === 'document' ? tab.document : undefined;
}

/** The panes with a tab of a document; the one in front is the first. */
export function panesWith(path: string): readonly Pane[] {
  const { panes, front } = useDocuments.getState();
  return panes
    .filter(({ paths }) => paths.includes(path))
    .toSorted((a, b) => Number(b.id === front) - Number(a.id === front));
}

/** One pane with these tabs, in place of all that is open. */
export function aloneWith(tabs: readonly Tab[]): Documents {
  const paths = tabs.map(({ path }) => path);
  return { tabs, panes: [{ ...first, paths, active: paths[0] ?? null }], layout: first.id, front: first.id };
}

/** Panes that do not change, and a list of such, stay the same object. */
function mapPanes(panes: readonly Pane[], change: (pane: Pane) => Pane): readonly Pane[] {
  const next = panes.map(change);
  return next.every((pane, at) => pane === panes[at]) ? panes : next;
}

/** Changes one pane, by default the one in front. */
export const changePane = (change: (pane: Pane) => Pane, id = useDocuments.getState().front): void =>
  useDocuments.setState(({ panes }) => ({ panes: mapPanes(panes, (pane) => (pane.id === id ? change(pane) : pane)) }));

/** Replaces the tab of path `replaced` (by default its own), or inserts it in the pane in front, after the active one. */
export function putTab(tab: Tab, replaced: string = tab.path): void {
  useDocuments.setState(({ tabs, panes, front }) => {
    const others = tabs.filter(({ path }) => path !== tab.path || path === replaced);
    const at = others.findIndex(({ path }) => path === replaced);
    const renamed = mapPanes(panes, (pane) => withReplaced(pane, replaced, tab.path));
    const isThere = renamed.some(({ paths }) => paths.includes(tab.path));
    return {
      tabs: at === -1 ? [...others, tab] : others.with(at, tab),
      panes: isThere ? renamed : renamed.map((pane) => (pane.id === front ? withTab(pane, tab.path) : pane)),
    };
  });
}

/** Brings a tab to the front, with its pane. */
export function activateTab(path: string): void {
  const [pane] = panesWith(path);
  if (pane) activateIn(pane.id, path);
}

export const activateIn = (id: number, path: string): void =>
  useDocuments.setState(({ panes }) => ({
    panes: mapPanes(panes, (pane) => (pane.id === id ? withActive(pane, path) : pane)),
    front: id,
  }));

export function activatePane(id: number): void {
  const { panes, front } = useDocuments.getState();
  if (id !== front && panes.some((pane) => pane.id === id)) useDocuments.setState({ front: id });
}

/** Shows what is open in the pane in front, which gets a tab of it. */
export const showTab = (path: string): void => changePane((pane) => withActive(withTab(pane, path), path));

export const pinTab = (path: string, isPinned: boolean, id?: number): void =>
  changePane((pane) => withPin(pane, path, isPinned), id);

/** A preview becomes a tab like others, in each pane. */
export const keepTab = (path: string): void =>
  useDocuments.setState(({ panes }) =>
    panes.some(({ preview }) => preview === path) ? { panes: panes.map((pane) => withKept(pane, path)) } : {},
  );

/** Closes a document: its tabs are removed. */
export const removeTab = (path: string): void =>
  useDocuments.setState((documents) => ({
    tabs: documents.tabs.filter((tab) => tab.path !== path),
    ...withoutEmpty({ ...documents, panes: documents.panes.map((pane) => withoutTab(pane, path)) }),
  }));

/** Takes a document out of one pane. It must be in another one too. */
export const leavePane = (id: number, path: string): void =>
  useDocuments.setState((documents) =>
    withoutEmpty({
      ...documents,
      panes: documents.panes.map((pane) => (pane.id === id ? withoutTab(pane, path) : pane)),
    }),
  );

/** A pane goes with its last tab, unless it is the only one. The one before it in reading order comes to the front. */
function withoutEmpty(documents: Pick<Documents, 'panes' | 'layout' | 'front'>): typeof documents {
  let { panes, layout, front } = documents;
  for (const { id, paths } of documents.panes) {
    if (paths.length > 0 || panes.length === 1) continue;
    const order = panesIn(layout);
    const at = order.indexOf(id);
    const next = withoutPane(layout, id);
    if (next === null) continue;
    layout = next;
    panes = panes.filter((pane) => pane.id !== id);
    if (front === id) front = order[at - 1] ?? order[at + 1] ?? front;
  }
  return { panes, layout, front };
}

/**
 * Divides the room of a pane. The new pane comes to the front, with the active document, which stays in the other one too.
 * @returns false: there are as many panes as there may be, or nothing to show in another one
 */
export function divide(id: number, axis: Split['axis']): boolean {
  const { panes, layout } = useDocuments.getState();
  const { active } = paneOf({ panes }, id);
  if (active === null || panes.length >= maxPanes) return false;
  const added = Math.max(...panes.map((pane) => pane.id)) + 1;
  const pane: Pane = { ...emptyPane(added), paths: [active], active };
  useDocuments.setState({ panes: [...panes, pane], layout: splitPane(layout, id, axis, added), front: added });
  return true;
}

/** Moves a tab to another pane, which comes to the front. */
export function moveTab(path: string, from: number, to: number): void {
  if (from === to) return;
  useDocuments.setState((documents) => {
    const wasPinned = paneOf(documents, from).pinned.includes(path);
    const panes = documents.panes.map((pane) => {
      if (pane.id === from) return withoutTab(pane, path);
      if (pane.id !== to) return pane;
      const moved = withActive(withTab(pane, path), path);
      return wasPinned ? withPin(moved, path, true) : moved;
    });
    return withoutEmpty({ ...documents, panes, front: to });
  });
}

/** Activates the neighbour of the active tab, round the ends. */
export const stepTab = (step: 1 | -1): void => changePane((pane) => ({ ...pane, active: neighbourIn(pane, step) }));

/** Applies an event to an open document; does nothing when it is closed. @param text the present text of its editor */
export function updateDocument(path: string, event: DocumentTransition, text: Text): void {
  const document = findDocument(path);
  if (!document) return;
  const next = nextDocumentState(document, event, text);
  if (next === document) return;
  putTab({ kind: 'document', path, document: next });
  // What is edited is not replaced by the next preview.
  if (isDirty(next)) keepTab(path);
}

export const isDirtyTab = (tab: Tab): boolean => tab.kind === 'document' && isDirty(tab.document);

export const dirtyPaths = (tabs: readonly Tab[] = useDocuments.getState().tabs): string[] =>
  tabs.filter(isDirtyTab).map(({ path }) => path);
