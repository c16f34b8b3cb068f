import type { Text } from '@codemirror/state';
import { create } from 'zustand';
import { followSessions } from '../sessions.ts';

/** What a text is compared with: its own file as it was saved, or another file. */
export type Compared =
  | { readonly kind: 'saved' }
  /** `text` as it was read; while the file is open its text there counts. */
  | { readonly kind: 'file'; readonly path: string; readonly text: Text };

interface Differences {
  /** By the key of the document that shows them. */
  readonly shown: ReadonlyMap<string, Compared>;
}

/** The documents that show how they differ from something that the person chose. */
export const useDifferences = create<Differences>(() => ({ shown: new Map() }));

export const isCompared = (path: string): boolean => useDifferences.getState().shown.has(path);

const change = (edit: (shown: Map<string, Compared>) => unknown): void => {
  const shown = new Map(useDifferences.getState().shown);
  edit(shown);
  useDifferences.setState({ shown });
};

/** Shows the differences in a document, in place of others. */
export const compareWith = (path: string, other: Compared): void => change((shown) => shown.set(path, other));

export const endComparison = (path: string): void => {
  if (isCompared(path)) change((shown) => shown.delete(path));
};

/** Shows what was changed in a document since it was saved, or no longer. */
export function toggleSavedDifferences(path: string): void {
  if (useDifferences.getState().shown.get(path)?.kind === 'saved') endComparison(path);
  else compareWith(path, { kind: 'saved' });
}

followSessions({
  moved(path, to) {
    const now = (key: string) => (key === path ? to : key);
    const { shown } = useDifferences.getState();
    const isMeant = [...shown].some(([key, of]) => key === path || (of.kind === 'file' && of.path === path));
    if (!isMeant) return;
    const moved = [...shown].map(([key, of]): [string, Compared] => [
      now(key),
      of.kind === 'file' && of.path === path ? { ...of, path: to } : of,
    ]);
    useDifferences.setState({ shown: new Map(moved) });
  },
  closed: endComparison,
});
