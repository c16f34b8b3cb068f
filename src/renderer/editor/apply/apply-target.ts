import { isolateHistory } from '@codemirror/commands';
import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { formatFailure } from '../../base/format-failure.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { visibleBaseName } from '../../base/paths.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import { findDocument } from '../documents/documents-store.ts';
import { keyOfPath } from '../documents/key-of-path.ts';
import { openDocument } from '../documents/open-document.ts';
import { minimalChange } from '../minimal-change.ts';
import { stateOf, updateSession } from '../sessions.ts';

/** The document or the new file that code goes into. */
export type ApplyTarget =
  | {
      readonly type: 'open';
      readonly path: string;
      readonly text: string;
      readonly selection: { from: number; to: number };
    }
  /** The file does not exist yet. */
  | { readonly type: 'new'; readonly path: string };

/** Opens the file when it is not open. @returns a sentence if code cannot be put into it, with the reason */
export async function applyTargetOf(path: string): Promise<ApplyTarget | string> {
  const key = keyOfPath(path);
  if (!findDocument(key) && !isUntitled(key)) {
    const [found] = await api.documents.inspect([key]);
    if (found === 'directory') return `${path} is a folder.`;
    if (found === 'missing') return { type: 'new', path: key };
    await openDocument(key);
  }
  const state = stateOf(key);
  if (!state) return `${visibleBaseName(path)} is not open. Open it, then apply the code again.`;
  if (state.readOnly) return `${visibleBaseName(path)} cannot be changed.`;
  const { from, to } = state.selection.main;
  return { type: 'open', path: key, text: state.doc.toString(), selection: { from, to } };
}

/** @returns whether it was applied; false: the text has changed since */
export async function applyText(target: ApplyTarget, text: string): Promise<boolean> {
  if (target.type === 'new') return createFile(target.path, text);
  const state = stateOf(target.path);
  if (state?.doc.toString() !== target.text) return false;
  const changes = minimalChange(target.text, text);
  if (changes) {
    const at = { anchor: changes.from };
    updateSession(target.path, {
      changes,
      selection: at,
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
    });
  }
  await openDocument(target.path);
  return true;
}

async function createFile(path: string, text: string): Promise<boolean> {
  // Another program may have created it since.
  const [found] = await api.documents.inspect([path]);
  if (found !== 'missing') return false;
  const result = await settle(api.documents.save({ path, text, encoding: 'utf8', hasBom: false, baseRevision: null }));
  if (result.ok) await openDocument(path);
  else notify({ severity: 'error', text: formatFailure(result.failure) });
  return true;
}
