import { create } from 'zustand';
import type { ReviewSnapshot } from '../../../shared/contract/change.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { Handlers } from '../../../shared/emitter.ts';
import { api, onMainEvents } from '../../bridge.ts';

/** Reviews by thread, as far as they were loaded or told by main. */
export const useReviews = create<Readonly<Record<string, ReviewSnapshot>>>(() => ({}));

const keep = (review: ReviewSnapshot): void => {
  const { [review.threadId]: present } = useReviews.getState();
  if (!present || present.order < review.order) useReviews.setState({ [review.threadId]: review });
};

export const reviewHandlers = {
  review: ({ review }) => keep(review),
} satisfies Partial<Handlers<MainEvent>>;
onMainEvents(reviewHandlers);

export async function loadReview(threadId: string): Promise<void> {
  const review = await api.changes.review(threadId).catch(() => null);
  if (review) keep(review);
}
