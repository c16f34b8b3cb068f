import { useEffect } from 'react';
import type { ReviewSnapshot } from '../../../shared/contract/change.ts';
import { useThread } from '../threads/agent.ts';
import { loadReview, useReviews } from './review-store.ts';

/** The review of a thread, kept up to date. */
export function useReviewOf(threadId: string | null): ReviewSnapshot | undefined {
  useEffect(() => {
    if (threadId !== null) void loadReview(threadId);
  }, [threadId]);
  return useReviews((reviews) => (threadId === null ? undefined : reviews[threadId]));
}

/** The review of the shown thread, as far as it is known. */
export function useReview(): ReviewSnapshot | undefined {
  const threadId = useThread((state) => state.threadId);
  return useReviews((reviews) => (threadId === null ? undefined : reviews[threadId]));
}
