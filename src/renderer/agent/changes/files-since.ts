import type { ReviewSnapshot } from '../../../shared/contract/change.ts';

/** The number of files that a restore to before a turn may change, those of later turns included. */
export function filesSince(
  { checkpoints }: Pick<ReviewSnapshot, 'checkpoints'>,
  promptId: string,
): { count: number; isExact: boolean } {
  const later = checkpoints.slice(checkpoints.findIndex((checkpoint) => checkpoint.promptId === promptId));
  // Several turns may have changed the same file, so the sum is an upper bound.
  return { count: later.reduce((sum, { fileCount }) => sum + fileCount, 0), isExact: later.length <= 1 };
}

/**
 * What can be done with the files of a turn in one step; null: nothing. Only the last turn that changed files is undone alone:
 * what others changed since was built on it.
 */
export function turnStep(
  review: Pick<ReviewSnapshot, 'checkpoints' | 'undone'> | undefined,
  promptId: string,
): 'undo' | 'redo' | null {
  if (review?.undone === promptId) return 'redo';
  return review?.checkpoints.at(-1)?.promptId === promptId ? 'undo' : null;
}
