import { create } from 'zustand';

interface ReviewPanel {
  readonly isListed: boolean;
  /** The file whose changes are unfolded. */
  readonly path: string | null;
  /** Collapsed while a question needs the room. */
  readonly isAside: boolean;
}

/** The unfolded parts of the review above the composer. */
export const useReviewPanel = create<ReviewPanel>(() => ({ isListed: false, path: null, isAside: false }));

export const showReviewOf = (path: string | null): void =>
  useReviewPanel.setState({ isListed: true, path, isAside: false });

export function toggleReview(): void {
  const { isListed, isAside } = useReviewPanel.getState();
  if (isAside) showReviewOf(useReviewPanel.getState().path);
  else useReviewPanel.setState({ isListed: !isListed, path: null });
}
