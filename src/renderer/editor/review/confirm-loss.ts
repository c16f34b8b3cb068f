import { visibleName } from '../../../shared/visible-text.ts';
import { relativePath } from '../../base/paths.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { ask } from '../../dialogs/ask.ts';

export const filesIn = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

const maxNamed = 12;

const words = {
  restore: {
    text: (by: string) =>
      `These were changed after the edits by ${by}, or may have been while the app was closed. Restoring also undoes those changes:`,
    label: 'Restore anyway',
  },
  reject: {
    text: (by: string) => `These also hold text that is not by ${by}, such as your own. Rejecting removes that too:`,
    label: 'Reject anyway',
  },
};

/**
 * Asks before changes of others are lost.
 * @param paths the files with such changes
 * @param by who made the edits that are taken back, within a sentence
 */
export async function confirmLoss(paths: readonly string[], id: keyof typeof words, by: string): Promise<boolean> {
  const root = useWorkspace.getState().workspace?.path;
  const names = paths.slice(0, maxNamed).map((path) => visibleName(relativePath(root, path)));
  const rest = paths.length - names.length;
  const { text, label } = words[id];
  const answer = await ask({
    title: paths.length === 1 ? '1 file was changed since' : `${paths.length} files were changed since`,
    text: [text(by), ...names, ...(rest > 0 ? [`and ${filesIn(rest)} more`] : [])].join('\n'),
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id, label, kind: 'danger' },
    ],
  });
  return answer === id;
}
