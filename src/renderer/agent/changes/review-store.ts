import { create } from 'zustand';
import type { ReviewSnapshot } from '../../../shared/contract/change.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { Handlers } from '../../../shared/emitter.ts';
import { api, onMainEvents } from '../../bridge.ts';

/** What threads changed and what of it is still to be decided, as far as it was asked for or told. */
export const useReviews = create<Readonly<Record<string, ReviewSnapshot>>>(() => ({}));

export const reviewHandlers = {
  review: ({ review }) => useReviews.setState({ [review.threadId]: review }),
} satisfies Partial<Handlers<MainEvent>>;
onMainEvents(reviewHandlers);

/** Asks for the review of a thread; what main tells meanwhile is newer. */
export async function loadReview(threadId: string): Promise<void> {
  const before = useReviews.getState()[threadId];
  const review = await api.changes.review(threadId).catch(() => null);
  if (review && useReviews.getState()[threadId] === before) useReviews.setState({ [threadId]: review });
}
