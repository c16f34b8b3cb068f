import type { Text } from '@codemirror/state';
import { formatFailure } from '../../base/format-failure.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { api } from '../../bridge.ts';
import { openAsking } from '../documents/allow-outside.ts';
import { textOf } from '../documents/document-text.ts';
import { findDocument } from '../documents/documents-store.ts';
import { keyOfPath } from '../documents/key-of-path.ts';
import { openDocument } from '../documents/open-document.ts';
import { currentText } from '../sessions.ts';
import { compareWith } from './differences-store.ts';

/** Opens a file, and shows in its text how it differs from another one. */
export async function compareFiles(original: string, changed: string): Promise<void> {
  const [from, key] = [keyOfPath(original), keyOfPath(changed)];
  await openDocument(key);
  // It cannot be shown, and its tab says why.
  if (!findDocument(key)) return;
  const text = currentText(from) ?? (await readText(from));
  if (text && findDocument(key)) compareWith(key, { kind: 'file', path: from, text });
}

/** @returns null: it cannot be read, and the person was told why */
async function readText(path: string): Promise<Text | null> {
  const read = await openAsking(path);
  if (!read) return null;
  if (!read.ok) {
    notify({ severity: 'error', text: formatFailure(read.failure) });
    return null;
  }
  const { path: real } = read.value;
  // It is watched as long as it is open, and it is not.
  if (!findDocument(real)) await api.documents.close(real);
  return textOf(read.value);
}
