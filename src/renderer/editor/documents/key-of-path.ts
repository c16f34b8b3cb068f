import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';

/** The key of the document at a path, absolute or relative to the open folder; a key is its own. */
export function keyOfPath(path: string): string {
  const root = useWorkspace.getState().workspace?.path;
  const isKey = root === undefined || isUntitled(path) || /^([/\\]|[A-Za-z]:[/\\])/.test(path);
  return isKey ? path : `${root}/${path.replace(/^\.\//, '')}`;
}
