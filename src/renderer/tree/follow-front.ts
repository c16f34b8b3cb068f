import { useSettings } from '../base/settings-store.ts';
import { activePath } from '../editor/documents/documents-store.ts';
import { revealFile } from './tree-store.ts';

/** Reveals the file in front, unless the person has switched that off. */
export function followFront(): void {
  const active = activePath();
  if (active !== null && useSettings.getState().settings['explorer.autoReveal']) revealFile(active);
}
