import { create } from 'zustand';

interface ReviewPanel {
  /** The files are listed. */
  readonly isListed: boolean;
  /** The file whose changes are unfolded. */
  readonly path: string | null;
  /** All of it is folded for as long as a question has its room. */
  readonly isAside: boolean;
}

/** What of the changes is unfolded above the composer. */
export const useReviewPanel = create<ReviewPanel>(() => ({ isListed: false, path: null, isAside: false }));

export const showReviewOf = (path: string | null): void =>
  useReviewPanel.setState({ isListed: true, path, isAside: false });

export function toggleReview(): void {
  const { isListed, isAside } = useReviewPanel.getState();
  if (isAside) showReviewOf(useReviewPanel.getState().path);
  else useReviewPanel.setState({ isListed: !isListed, path: null });
}
