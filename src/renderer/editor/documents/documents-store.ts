import type { Text } from '@codemirror/state';
import { create } from 'zustand';
import type { Failure } from '../../../shared/contract/errors.ts';
import { type DocumentState, type DocumentTransition, isDirty, nextDocumentState } from './document-state.ts';

/** `path` is the key of the document, its identity everywhere (`contract/document-key.ts`). */
export type Tab =
  | { readonly kind: 'opening'; readonly path: string }
  | { readonly kind: 'document'; readonly path: string; readonly document: DocumentState }
  | { readonly kind: 'failed'; readonly path: string; readonly failure: Failure };

export interface Documents {
  readonly tabs: readonly Tab[];
  /** The key of the active tab. */
  readonly active: string | null;
  /** The tab that the next preview replaces; one at most. */
  readonly preview: string | null;
  /** Tabs that stand first and are not closed by accident. */
  readonly pinned: readonly string[];
}

/** The open tabs in their order. Texts, selections and histories are in `sessions.ts`. */
export const useDocuments = create<Documents>(() => ({ tabs: [], active: null, preview: null, pinned: [] }));

export const findTab = (path: string | null): Tab | undefined =>
  useDocuments.getState().tabs.find((tab) => tab.path === path);

export function findDocument(path: string | null): DocumentState | undefined {
  const tab = findTab(path);
  return tab?.kind === 'document' ? tab.document : undefined;
}

/** Replaces the tab of path `replaced` (by default its own), or inserts the tab after the active one. */
export function putTab(tab: Tab, replaced: string = tab.path): void {
  useDocuments.setState(({ tabs, active, preview, pinned }) => {
    const others = tabs.filter(({ path }) => path !== tab.path || path === replaced);
    const at = others.findIndex(({ path }) => path === replaced);
    const next = [...others];
    if (at === -1) next.splice(others.findIndex(({ path }) => path === active) + 1 || others.length, 0, tab);
    else next[at] = tab;
    const keyOf = <P extends string | null>(path: P) => (path === replaced ? tab.path : path);
    return { ...inOrder(next, pinned.map(keyOf)), active: keyOf(active), preview: keyOf(preview) };
  });
}

/** Pinned tabs stand before the others. */
function inOrder(tabs: readonly Tab[], pinned: readonly string[]): Pick<Documents, 'tabs' | 'pinned'> {
  const isPinned = ({ path }: Tab) => pinned.includes(path);
  const first = tabs.filter(isPinned);
  return { tabs: [...first, ...tabs.filter((tab) => !isPinned(tab))], pinned: first.map(({ path }) => path) };
}

/** A pinned tab stands last among the pinned ones, and one that is unpinned first among the others. */
export function pinTab(path: string, isPinned: boolean): void {
  useDocuments.setState(({ tabs, pinned, preview }) => {
    const tab = tabs.find((each) => each.path === path);
    if (!tab || pinned.includes(path) === isPinned) return {};
    const others = tabs.filter((each) => each !== tab);
    const before = others.filter((each) => pinned.includes(each.path));
    const after = others.filter((each) => !pinned.includes(each.path));
    const next = isPinned ? [...pinned, path] : pinned.filter((each) => each !== path);
    return { ...inOrder([...before, tab, ...after], next), preview: preview === path ? null : preview };
  });
}

/** The preview becomes a tab like others. */
export const keepTab = (path: string): void =>
  useDocuments.setState(({ preview }) => (preview === path ? { preview: null } : {}));

/** Restores which tabs were pinned and which one was a preview. */
export const setTabMarks = (pinned: readonly string[], preview: string | null): void =>
  useDocuments.setState(({ tabs }) => ({
    ...inOrder(tabs, pinned),
    preview: tabs.some(({ path }) => path === preview) ? preview : null,
  }));

export const activateTab = (path: string): void => {
  if (findTab(path)) useDocuments.setState({ active: path });
};

/** Removes a tab; its right neighbour becomes active, else its left one. */
export function removeTab(path: string): void {
  useDocuments.setState(({ tabs, active, preview, pinned }) => {
    const at = tabs.findIndex((tab) => tab.path === path);
    const next = tabs.filter((tab) => tab.path !== path);
    return {
      ...inOrder(next, pinned),
      active: active === path ? ((next[at] ?? next[at - 1])?.path ?? null) : active,
      preview: preview === path ? null : preview,
    };
  });
}

/** Activates the neighbour of the active tab, round the ends. */
export function stepTab(step: 1 | -1): void {
  useDocuments.setState(({ tabs, active }) => {
    const at = tabs.findIndex((tab) => tab.path === active);
    return { active: tabs[(at + step + tabs.length) % tabs.length]?.path ?? null };
  });
}

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
