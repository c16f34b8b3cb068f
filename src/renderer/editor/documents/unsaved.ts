import { api } from '../../bridge.ts';
import { dirtyPaths, useDocuments } from './documents-store.ts';

/** Keeps main informed of how many documents are unsaved. @returns the undo */
export function followUnsaved(): () => void {
  let told = 0;
  return useDocuments.subscribe(({ tabs }) => {
    const count = dirtyPaths(tabs).length;
    if (count === told) return;
    told = count;
    void api.app.setUnsavedCount(count);
  });
}
