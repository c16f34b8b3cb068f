import { create } from 'zustand';
import type { ChangedFile } from '../../../shared/contract/change.ts';

interface ReviewedFiles {
  /** "" while there is nothing to review. */
  readonly threadId: string;
  readonly files: readonly ChangedFile[];
  /** Who changed them, within a sentence. */
  madeBy(): string;
}

/** Changes of the shown thread that are still to be accepted or rejected; the editor marks them. */
export const useReviewedFiles = create<ReviewedFiles>(() => ({ threadId: '', files: [], madeBy: () => 'the model' }));

export const reviewedFile = (path: string | null): ChangedFile | undefined =>
  useReviewedFiles.getState().files.find((file) => file.path === path);

/** Whether the editor can show its changes: a deleted file has no text there. */
export const isShownInEditor = (file: ChangedFile): boolean => file.isText && file.kind !== 'deleted';
