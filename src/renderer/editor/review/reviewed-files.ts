import { create } from 'zustand';
import type { ChangedFile } from '../../../shared/contract/change.ts';

interface ReviewedFiles {
  /** "" while nothing is to be reviewed. */
  readonly threadId: string;
  readonly files: readonly ChangedFile[];
}

/** What the thread that is shown changed and what is still to be accepted or rejected; the editor marks it. */
export const useReviewedFiles = create<ReviewedFiles>(() => ({ threadId: '', files: [] }));

export const reviewedFile = (path: string | null): ChangedFile | undefined =>
  useReviewedFiles.getState().files.find((file) => file.path === path);

/** What the editor can show of them: a deleted file has no text there. */
export const isShownInEditor = (file: ChangedFile): boolean => file.isText && file.kind !== 'deleted';
