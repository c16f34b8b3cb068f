import { create } from 'zustand';
import type { ReviewSnapshot } from '../../../shared/contract/change.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { Handlers } from '../../../shared/emitter.ts';
import { api, onMainEvents } from '../../bridge.ts';

/** What threads changed and what of it is still to be decided, as far as it was asked for or told. */
export const useReviews = create<Readonly<Record<string, ReviewSnapshot>>>(() => ({}));

const keep = (review: ReviewSnapshot): void => {
  const { [review.threadId]: present } = useReviews.getState();
  if (!present || present.order < review.order) useReviews.setState({ [review.threadId]: review });
};

export const reviewHandlers = {
  review: ({ review }) => keep(review),
} satisfies Partial<Handlers<MainEvent>>;
onMainEvents(reviewHandlers);

/** Asks for the review of a thread. */
export async function loadReview(threadId: string): Promise<void> {
  const review = await api.changes.review(threadId).catch(() => null);
  if (review) keep(review);
}
