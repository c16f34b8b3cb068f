import type { OpenedDocument, TextPosition } from '../../../shared/contract/documents/document.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { putAtPlace } from '../sessions.ts';
import { findTab } from './documents-store.ts';
import { showOpenedDocument } from './open-document.ts';

/** Shows a document in a tab behind the one in front. One that is open stays where it is. */
export async function showBehind(result: Result<OpenedDocument>, position?: TextPosition): Promise<void> {
  const wasOpen = result.ok && findTab(result.value.path) !== undefined;
  await showOpenedDocument(result, () => undefined);
  if (result.ok && position && !wasOpen) putAtPlace(result.value.path, position);
}
