import { History } from 'lucide-react';
import { IconButton } from '../../app/controls/IconButton.tsx';
import { restoreFiles } from './restore-files.ts';
import { useReview } from './use-review.ts';

/** At a prompt whose turn changed files: brings them to what they were before it. */
export function RestoreButton({ promptId }: { readonly promptId: string }) {
  const review = useReview();
  if (!review?.checkpoints.some((checkpoint) => checkpoint.promptId === promptId)) return null;
  return (
    <IconButton label="Restore files to before this message" onClick={() => void restoreFiles(review, promptId)}>
      <History size={14} />
    </IconButton>
  );
}
