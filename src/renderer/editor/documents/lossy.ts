import { encodings } from '../../../shared/contract/documents/encoding.ts';
import { requestCommand } from '../../base/commands/commands.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { visibleBaseName } from '../../base/paths.ts';
import type { ReadDocument } from './document-text.ts';
import { activateTab, findTab } from './documents-store.ts';

/** Warns when writing the text back would not give the same bytes. */
export function tellLossy({ path, encoding, isLossy }: Pick<ReadDocument, 'path' | 'encoding' | 'isLossy'>): void {
  if (!isLossy) return;
  const reopen = () => {
    if (!findTab(path)) return;
    activateTab(path);
    requestCommand('file.reopenWithEncoding');
  };
  notify({
    severity: 'warning',
    text: `${visibleBaseName(path)} has bytes that are not ${encodings[encoding].name}. It is read-only, because saving would lose them.`,
    actions: [{ label: 'Reopen with Encoding…', run: reopen }],
  });
}
