import type { ReviewSnapshot } from '../../../shared/contract/change.ts';
import { notify } from '../../app/notices-store.ts';
import { relativePath } from '../../app/paths.ts';
import { settle } from '../../app/settle.ts';
import { useWorkspace } from '../../app/workspace-store.ts';
import { api } from '../../bridge.ts';
import { ask } from '../../dialogs/ask.ts';
import { tellFailure } from '../../editor/review/review-requests.ts';
import { filesSince } from './files-since.ts';

const filesIn = (count: number): string => (count === 1 ? '1 file' : `${count} files`);
const nothing = 'Nothing was restored.';

/** Brings the files to what they were before a turn, after the person confirmed it. */
export async function restoreFiles(review: ReviewSnapshot, promptId: string): Promise<void> {
  const { threadId } = review;
  const { count, isExact } = filesSince(review, promptId);
  const answer = await ask({
    title: isExact ? `Restore ${filesIn(count)}?` : `Restore up to ${filesIn(count)}?`,
    text: 'They become what they were before this message; what was created since is removed. The conversation stays as it is. You can undo this.',
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'restore', label: 'Restore', kind: 'primary' },
    ],
  });
  if (answer === 'restore') await restore(threadId, promptId, false);
}

async function restore(threadId: string, promptId: string, isForced: boolean): Promise<void> {
  const result = await settle(api.changes.restore(threadId, promptId, isForced));
  if (!result.ok) return tellFailure(nothing, result.failure);
  if (result.value.type === 'changed-since') {
    if (await confirmOverwrite(result.value.paths)) await restore(threadId, promptId, true);
    return;
  }
  const { fileCount } = result.value;
  if (fileCount === 0) {
    notify({ severity: 'info', text: 'All files are as they were before this message already.' });
    return;
  }
  notify({
    severity: 'info',
    text: `${filesIn(fileCount)} ${fileCount === 1 ? 'is' : 'are'} as before the message.`,
    actions: [{ label: 'Undo', run: () => void undo(threadId) }],
  });
}

async function undo(threadId: string): Promise<void> {
  const result = await settle(api.changes.undoRestore(threadId));
  if (!result.ok) tellFailure('The restore was not undone.', result.failure);
}

const mostNamed = 12;

async function confirmOverwrite(paths: readonly string[]): Promise<boolean> {
  const root = useWorkspace.getState().workspace?.path;
  const names = paths.slice(0, mostNamed).map((path) => relativePath(root, path));
  const rest = paths.length - names.length;
  const answer = await ask({
    title: paths.length === 1 ? '1 file was changed since' : `${paths.length} files were changed since`,
    text: [
      'Somebody changed these after the model did, or may have while the app was not running. Restoring puts back what was there before the message, without those changes:',
      ...names,
      ...(rest > 0 ? [`and ${filesIn(rest)} more`] : []),
    ].join('\n'),
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'restore', label: 'Restore all the same', kind: 'danger' },
    ],
  });
  return answer === 'restore';
}
