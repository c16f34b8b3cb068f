import { faultOfName } from '../../shared/contract/documents/entry-name.ts';
import { oneLine } from '../../shared/thread/one-line.ts';

/** A title as the name of a file on any system, without an ending. @param otherwise when nothing of it can stay */
export function titleFileName(title: string, otherwise: string): string {
  const name = oneLine(title.replace(/[\\/:*?"<>|]/g, ' '), 80).replace(/^[.\s]+|[.…\s]+$/g, '');
  return faultOfName(name) === null ? name : otherwise;
}
