import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';

/** The key of the document that a path names, absolute or relative to the folder that is open; that of a key is itself. */
export function keyOfPath(path: string): string {
  const root = useWorkspace.getState().workspace?.path;
  const isKey = root === undefined || isUntitled(path) || /^([/\\]|[A-Za-z]:[/\\])/.test(path);
  return isKey ? path : `${root}/${path.replace(/^\.\//, '')}`;
}
