import { changePane, frontPane, panesWith, useDocuments } from '../documents/documents-store.ts';
import { useEditorFacts } from '../facts-store.ts';
import { withRendered } from '../panes/pane.ts';
import { splitPane } from '../panes/pane-acts.ts';

export const isMarkdown = (path: string | null): boolean =>
  path !== null && useEditorFacts.getState().languages[path] === 'Markdown';

export const useIsMarkdown = (path: string | null): boolean =>
  useEditorFacts(({ languages }) => path !== null && languages[path] === 'Markdown');

/** Shows a Markdown document in a pane, by default the one in front, as it reads, or as text again. */
export function togglePreview(path: string, pane?: number): void {
  if (isMarkdown(path)) changePane((of) => withRendered(of, path, !of.rendered.includes(path)), pane);
}

/** Documents whose preview does not take the keyboard when it is shown next. */
const quiet = new Set<string>();

/** Shows a document that was just opened as it reads. @param isQuiet its preview leaves the keyboard where it is */
export function openRendered(path: string, isQuiet: boolean): void {
  if (isQuiet) quiet.add(path);
  for (const { id } of panesWith(path)) changePane((of) => withRendered(of, path, true), id);
}

/** Asked once, when a preview is shown. */
export const previewTakesKeyboard = (path: string): boolean => !quiet.delete(path);

/** Shows a document as text in each pane if it is no Markdown, or no longer. */
export function endPreview(path: string): void {
  if (isMarkdown(path)) return;
  for (const { id } of panesWith(path)) changePane((of) => withRendered(of, path, false), id);
}

/** Shows the Markdown document in front as it reads in a pane to the right, beside its text. */
export function previewBeside(): void {
  const { active: path, id } = frontPane(useDocuments.getState());
  if (path === null || !isMarkdown(path) || !splitPane('row')) return;
  changePane((of) => withRendered(of, path, false), id);
  changePane((of) => withRendered(of, path, true));
}
