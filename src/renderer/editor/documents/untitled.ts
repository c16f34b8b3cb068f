import { freeUntitledKey, untitledDocument } from '../../../shared/contract/documents/document-key.ts';
import { ok } from '../../../shared/contract/errors.ts';
import { dismissOverlays } from '../../base/layout/layout-store.ts';
import { focusEditor } from '../panes/pane-views.ts';
import { useDocuments } from './documents-store.ts';
import { showOpenedDocument } from './open-document.ts';

/** Opens an empty untitled document and focuses it. */
export function newDocument(): void {
  dismissOverlays();
  void showOpenedDocument(ok(untitledDocument(freeKey())));
  focusEditor();
}

/** The key of an untitled document that is not open. */
export const freeKey = (): string => freeUntitledKey(new Set(useDocuments.getState().tabs.map(({ path }) => path)));
