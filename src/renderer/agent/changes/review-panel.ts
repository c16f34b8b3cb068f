import { create } from 'zustand';

/** What of the changes is unfolded above the composer. */
export const useReviewPanel = create<{ readonly isListed: boolean; readonly path: string | null }>(() => ({
  isListed: false,
  path: null,
}));

export const showReviewOf = (path: string | null): void => useReviewPanel.setState({ isListed: true, path });
