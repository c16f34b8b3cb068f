import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ReviewSnapshot } from '../../../shared/contract/change.ts';
import { Button } from '../../base/controls/Button.tsx';
import { ask } from '../../dialogs/ask.ts';
import { acceptFile, rejectFile } from '../../editor/review/review-requests.ts';
import { useReviewedFiles } from '../../editor/review/reviewed-files.ts';
import { useKeyboardHome } from '../panel/use-keyboard-home.ts';
import { agent } from '../threads/agent.ts';
import { Counts } from '../tools/Counts.tsx';
import { ChangedFileRow } from './ChangedFileRow.tsx';
import styles from './changes.module.css';
import { madeBy } from './made-by.ts';
import { PutBackLine } from './PutBackLine.tsx';
import { toggleReview, useReviewPanel } from './review-panel.ts';
import { loadReview } from './review-store.ts';
import { useReviewOf } from './use-review.ts';
import { useRoomForQuestions } from './use-room-for-questions.ts';

/** Bar with the file changes of the thread, to accept or reject. Absent while there is nothing to decide. */
export function ChangesBar({ threadId }: { readonly threadId: string | null }) {
  const review = useReviewOf(threadId);
  useEffect(() => showInEditor(review), [review]);
  return review && review.files.length + review.unsaved.length > 0 ? <Bar review={review} /> : null;
}

/** Makes the editor mark the same changes; its code for that is loaded with the first of them. */
function showInEditor(review: ReviewSnapshot | undefined): void {
  const { threadId = '', files = [], checkpoints = [] } = review ?? {};
  useReviewedFiles.setState({ threadId, files, madeBy: () => madeBy(agent.thread().view, { checkpoints }) });
  if (files.length > 0)
    void import('../../editor/review/follow-review.ts').then(({ followReview }) => followReview(loadReview));
}

function Bar({ review: { threadId, files, unsaved } }: { readonly review: ReviewSnapshot }) {
  const { isListed, isAside, path: shown } = useReviewPanel();
  const isOpen = isListed && !isAside;
  const id = useId();
  const bar = useRef<HTMLElement>(null);
  useKeyboardHome(bar);
  useRoomForQuestions();
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const title = files.length === 1 ? '1 file changed' : `${files.length} files changed`;
  return (
    <section ref={bar} className={styles.bar} aria-label="Changes to review">
      {unsaved.length > 0 && <PutBackLine threadId={threadId} paths={unsaved} />}
      {files.length > 0 && (
        <div className={styles.head}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={toggleReview}
          >
            <ChevronRight size={14} className={styles.chevron} aria-hidden />
            <span>{title}</span>
            <Counts added={added} removed={removed} />
          </button>
          <span className={styles.decisions}>
            <Button isSmall onClick={() => void rejectAll(threadId, files.length)}>
              Reject all
            </Button>
            <Button isSmall onClick={() => void acceptFile(threadId, null)}>
              Accept all
            </Button>
          </span>
        </div>
      )}
      {isListed && (
        <ul id={id} className={styles.files} hidden={isAside}>
          {files.map((file) => (
            <ChangedFileRow key={file.path} threadId={threadId} file={file} isShown={file.path === shown} />
          ))}
        </ul>
      )}
    </section>
  );
}

async function rejectAll(threadId: string, count: number): Promise<void> {
  const answer = await ask({
    title: count === 1 ? 'Reject the changes of 1 file?' : `Reject the changes of ${count} files?`,
    text: `The files go back to how they were. The thread keeps what ${useReviewedFiles.getState().madeBy()} wrote. You can undo this.`,
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'reject', label: 'Reject all', kind: 'danger' },
    ],
  });
  if (answer === 'reject') await rejectFile(threadId, null);
}
