import { History } from 'lucide-react';
import { useRef } from 'react';
import type { ReviewSnapshot } from '../../../shared/contract/change.ts';
import { IconButton } from '../../app/controls/IconButton.tsx';
import { useKeyboardHome } from '../panel/use-keyboard-home.ts';
import { restoreFiles } from './restore-files.ts';
import { useReview } from './use-review.ts';

interface RestoreProps {
  readonly promptId: string;
}

/** At a prompt whose turn changed files: brings them to what they were before it. */
export function RestoreButton({ promptId }: RestoreProps) {
  const review = useReview();
  const isThere = review?.checkpoints.some((checkpoint) => checkpoint.promptId === promptId);
  return review && isThere && <Restore review={review} promptId={promptId} />;
}

function Restore({ review, promptId }: RestoreProps & { readonly review: ReviewSnapshot }) {
  const button = useRef<HTMLButtonElement>(null);
  // It goes when all is restored.
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
