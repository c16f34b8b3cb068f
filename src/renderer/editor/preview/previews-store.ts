import { create } from 'zustand';
import { useEditorFacts } from '../facts-store.ts';
import { followSessions } from '../sessions.ts';

interface Previews {
  /** The documents that are shown as they read, and not as text. */
  readonly paths: ReadonlySet<string>;
}

export const usePreviews = create<Previews>(() => ({ paths: new Set() }));

const change = (edit: (paths: Set<string>) => unknown): void =>
  usePreviews.setState(({ paths }) => {
    const next = new Set(paths);
    edit(next);
    return { paths: next };
  });

followSessions({
  moved: (path, to) => change((paths) => paths.delete(path) && paths.add(to)),
  closed: (path) => change((paths) => paths.delete(path)),
});

export const isMarkdown = (path: string | null): boolean =>
  path !== null && useEditorFacts.getState().languages[path] === 'Markdown';

export const useIsMarkdown = (path: string | null): boolean =>
  useEditorFacts(({ languages }) => path !== null && languages[path] === 'Markdown');

/** Shows a Markdown document as it reads, or as text again. */
export function togglePreview(path: string): void {
  if (isMarkdown(path)) change((paths) => paths.delete(path) || paths.add(path));
}
