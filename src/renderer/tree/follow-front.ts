import { useSettings } from '../base/settings-store.ts';
import { useDocuments } from '../editor/documents/documents-store.ts';
import { revealFile } from './tree-store.ts';

/** Goes along with the file in front, unless the person does not want that. */
export function followFront(): void {
  const { active } = useDocuments.getState();
  if (active !== null && useSettings.getState().settings['explorer.autoReveal']) revealFile(active);
}
