import { useSettings } from '../base/settings-store.ts';
import { useDocuments } from '../editor/documents/documents-store.ts';
import { revealFile } from './tree-store.ts';

/** Reveals the file in front, unless the person has switched that off. */
export function followFront(): void {
  const { active } = useDocuments.getState();
  if (active !== null && useSettings.getState().settings['explorer.autoReveal']) revealFile(active);
}
