import { notify } from '../../base/notices/notices-store.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import { saveDocuments } from '../../editor/documents/saving/save-document.ts';
import { confirmLoss, filesIn } from '../../editor/review/confirm-loss.ts';
import { offerUndo, tellFailure, undoLast } from '../../editor/review/review-requests.ts';
import { agent } from '../threads/agent.ts';
import { inEditorAlone } from './in-editor-alone.ts';
import { madeBy } from './made-by.ts';
import { useReviews } from './review-store.ts';

/** Restores the files to before a turn, and those of later turns; asks before changes of others are lost. */
export async function restoreTurn(threadId: string, promptId: string, isForced = false): Promise<void> {
  const result = await settle(api.changes.restore(threadId, promptId, isForced));
  if (!result.ok) return tellFailure('Nothing was restored.', result.failure);
  if (result.value.type === 'changed-since') {
    const by = madeBy(agent.thread().view, useReviews.getState()[threadId] ?? { checkpoints: [] }, promptId);
    if (await confirmLoss(result.value.paths, 'restore', by)) await restoreTurn(threadId, promptId, true);
    return;
  }
  const { fileCount, unsaved = [] } = result.value;
  if (fileCount > 0) offerUndo(threadId, `Restored ${filesIn(fileCount)}.`, problem);
  if (unsaved.length > 0) {
    notify({
      severity: 'info',
      text: inEditorAlone(unsaved),
      actions: [{ label: 'Save', run: () => void saveDocuments(unsaved) }],
    });
  } else if (fileCount === 0) {
    notify({ severity: 'info', text: 'The files are already as they were before this message.' });
  }
}

/** Brings back what `restoreTurn` took. */
export const undoRestore = (threadId: string): Promise<unknown> => undoLast(threadId, problem);

const problem = 'The restore could not be undone.';
