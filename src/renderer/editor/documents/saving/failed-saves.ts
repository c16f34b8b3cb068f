import type { Failure } from '../../../../shared/contract/errors.ts';
import { requestCommand } from '../../../base/commands/commands.ts';
import { copyText } from '../../../base/copy-text.ts';
import { formatFailure } from '../../../base/format-failure.ts';
import { notify } from '../../../base/notices/notices-store.ts';
import { activateTab, findTab } from '../documents-store.ts';

/** Withdraws the notice of a document. */
const toldNotSaved = new Map<string, () => void>();

/**
 * Tells why a document could not be saved, and offers ways on.
 * @param path of the file that could not be written
 * @param saveInUtf8 retries with UTF-8, which can encode every character
 */
export function tellNotSaved(key: string, path: string, failure: Failure, saveInUtf8: () => void): void {
  const saveAs = () => {
    if (!findTab(key)) return;
    activateTab(key);
    requestCommand('file.saveAs');
  };
  forgetNotSaved(key);
  const withdraw = notify({
    severity: 'error',
    text: formatFailure(failure),
    actions: [
      ...(failure.code === 'file-encoding' ? [{ label: 'Save with UTF-8', run: saveInUtf8 }] : []),
      { label: 'Save As…', run: saveAs },
      { label: 'Copy path', run: () => void copyText(path) },
    ],
  });
  toldNotSaved.set(key, withdraw);
}

/** Withdraws the notice after a successful save. */
export function forgetNotSaved(key: string): void {
  toldNotSaved.get(key)?.();
  toldNotSaved.delete(key);
}
