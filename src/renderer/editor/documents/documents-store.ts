import type { Text } from '@codemirror/state';
import { create } from 'zustand';
import type { Failure } from '../../../shared/contract/errors.ts';
import { type DocumentState, type DocumentTransition, isDirty, nextDocumentState } from './document-state.ts';

/** `path` is the key of the document, its identity everywhere (`contract/document-key.ts`). */
export type Tab =
  | { readonly kind: 'opening'; readonly path: string }
  | { readonly kind: 'document'; readonly path: string; readonly document: DocumentState }
  | { readonly kind: 'failed'; readonly path: string; readonly failure: Failure };

interface Documents {
  readonly tabs: readonly Tab[];
  /** The key of the active tab. */
  readonly active: string | null;
}

/** The open tabs in their order. Texts, selections and histories are in `sessions.ts`. */
export const useDocuments = create<Documents>(() => ({ tabs: [], active: null }));

export const findTab = (path: string | null): Tab | undefined =>
  useDocuments.getState().tabs.find((tab) => tab.path === path);

export function findDocument(path: string | null): DocumentState | undefined {
  const tab = findTab(path);
  return tab?.kind === 'document' ? tab.document : undefined;
}

/** Replaces the tab of path `replaced` (by default its own), or inserts the tab after the active one. */
export function putTab(tab: Tab, replaced: string = tab.path): void {
  useDocuments.setState(({ tabs, active }) => {
    const others = tabs.filter(({ path }) => path !== tab.path || path === replaced);
    const at = others.findIndex(({ path }) => path === replaced);
    const next = [...others];
    if (at === -1) next.splice(others.findIndex(({ path }) => path === active) + 1 || others.length, 0, tab);
    else next[at] = tab;
    return { tabs: next, active: active === replaced ? tab.path : active };
  });
}

export const activateTab = (path: string): void => {
  if (findTab(path)) useDocuments.setState({ active: path });
};

/** Removes a tab; its right neighbour becomes active, else its left one. */
export function removeTab(path: string): void {
  useDocuments.setState(({ tabs, active }) => {
    const at = tabs.findIndex((tab) => tab.path === path);
    const next = tabs.filter((tab) => tab.path !== path);
    return { tabs: next, active: active === path ? ((next[at] ?? next[at - 1])?.path ?? null) : active };
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
  if (next !== document) putTab({ kind: 'document', path, document: next });
}

export const isDirtyTab = (tab: Tab): boolean => tab.kind === 'document' && isDirty(tab.document);

export const dirtyPaths = (tabs: readonly Tab[] = useDocuments.getState().tabs): string[] =>
  tabs.filter(isDirtyTab).map(({ path }) => path);
