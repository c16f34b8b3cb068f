import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { type Encoding, encodings } from '../../../shared/contract/documents/encoding.ts';
import { formatFailure } from '../../base/format-failure.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { visibleBaseName } from '../../base/paths.ts';
import { ask } from '../../dialogs/ask.ts';
import { isDirty, versionOf } from '../documents/document-state.ts';
import { findDocument } from '../documents/documents-store.ts';
import { reopenFile } from '../documents/file-texts.ts';
import { tellLossy } from '../documents/lossy.ts';
import { whenSaved } from '../documents/saving/save-queue.ts';
import { currentText, loadVersion } from '../sessions.ts';

/** Reads the file of a document again with another encoding. Edits stay in the undo history. */
export async function reopenWith(path: string, encoding: Encoding): Promise<void> {
  await whenSaved(path);
  const document = findDocument(path);
  if (!document || isUntitled(path)) return;
  if (isDirty(document) && !(await mayReopen(path, encoding))) return;
  const result = await reopenFile(path, encoding);
  if (!findDocument(path)) return;
  if (!result.ok) {
    notify({ severity: 'error', text: formatFailure(result.failure) });
    return;
  }
  loadVersion(path, versionOf(result.value, currentText(path)));
  tellLossy(result.value);
}

async function mayReopen(path: string, encoding: Encoding): Promise<boolean> {
  const answer = await ask({
    title: `Reopen ${visibleBaseName(path)} with ${encodings[encoding].name}?`,
    text: 'It has unsaved changes. The file on disk replaces them; Undo brings them back.',
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'reopen', label: 'Reopen', kind: 'danger' },
    ],
  });
  return answer === 'reopen';
}
