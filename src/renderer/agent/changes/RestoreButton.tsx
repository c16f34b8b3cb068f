import { History } from 'lucide-react';
import { useRef } from 'react';
import type { ReviewSnapshot } from '../../../shared/contract/change.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { api } from '../../bridge.ts';
import { ask } from '../../dialogs/ask.ts';
import { filesIn } from '../../editor/review/confirm-loss.ts';
import { useKeyboardHome } from '../panel/use-keyboard-home.ts';
import { filesSince } from './files-since.ts';
import { restoreTurn } from './restore-turn.ts';
import { useReview } from './use-review.ts';

interface RestoreProps {
  readonly promptId: string;
}

/** Restores files to their state before a turn; at prompts whose turn changed files. */
export function RestoreButton({ promptId }: RestoreProps) {
  const review = useReview();
  const isThere = review?.checkpoints.some((checkpoint) => checkpoint.promptId === promptId);
  return review && isThere && <Restore review={review} promptId={promptId} />;
}

function Restore({ review, promptId }: RestoreProps & { readonly review: ReviewSnapshot }) {
  const button = useRef<HTMLButtonElement>(null);
  // The button disappears when all is restored.
  useKeyboardHome(button, '[role="toolbar"]');
  return (
    <IconButton
      ref={button}
      label="Restore files to before this message"
      onClick={() => void restoreFiles(review, promptId)}
    >
      <History size={14} />
    </IconButton>
  );
}

/** Restores files to their state before a turn, after a confirmation. */
async function restoreFiles(review: ReviewSnapshot, promptId: string): Promise<void> {
  const { threadId } = review;
  // The review that is shown may be outdated.
  const present = await api.changes.review(threadId).catch(() => review);
  const { count, isExact } = filesSince(present, promptId);
  const answer = await ask({
    title: isExact ? `Restore ${filesIn(count)}?` : `Restore up to ${filesIn(count)}?`,
    text: 'They go back to how they were before this message, and files created since are removed. The thread stays. You can undo this.',
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'restore', label: 'Restore', kind: 'primary' },
    ],
  });
  if (answer === 'restore') await restoreTurn(threadId, promptId);
}
