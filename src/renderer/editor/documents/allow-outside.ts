import type { Failure, Result } from '../../../shared/contract/errors.ts';
import { visibleBaseName } from '../../base/paths.ts';
import { api } from '../../bridge.ts';
import { ask } from '../../dialogs/ask.ts';
import type { ReadDocument } from './document-text.ts';
import { openFile } from './file-texts.ts';

/** Reads a file, after a question if it is outside the open folder. @returns null: the person does not want it */
export async function openAsking(path: string): Promise<Result<ReadDocument> | null> {
  const read = await openFile(path);
  if (read.ok || read.failure.code !== 'file-outside-project') return read;
  return (await allowOutside(path, read.failure)) ? openFile(path) : null;
}

/**
 * Asks whether a file outside the open folder may be read and written. Allows the real path that the question names: a
 * link may point elsewhere by then.
 */
export async function allowOutside(path: string, { detail: real = path }: Failure): Promise<boolean> {
  const answer = await ask({
    title: `Open ${visibleBaseName(path)}?`,
    text: `${real === path ? 'It is' : 'It links to a file'} outside the open folder:\n${real}`,
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'open', label: 'Open', kind: 'primary' },
    ],
  });
  if (answer !== 'open') return false;
  await api.documents.allow(real);
  return true;
}
