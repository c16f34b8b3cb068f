import type { ReviewSnapshot } from '../../../shared/contract/change.ts';

/** How many files a restore to before a turn may change; those of later turns as well. */
export function filesSince(
  { checkpoints }: Pick<ReviewSnapshot, 'checkpoints'>,
  promptId: string,
): { count: number; isExact: boolean } {
  const later = checkpoints.slice(checkpoints.findIndex((checkpoint) => checkpoint.promptId === promptId));
  // Turns may have changed the same files.
  return { count: later.reduce((sum, { fileCount }) => sum + fileCount, 0), isExact: later.length <= 1 };
}
