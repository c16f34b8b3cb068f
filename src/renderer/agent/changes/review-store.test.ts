import { expect, test } from 'vitest';
import type { ReviewSnapshot } from '../../../shared/contract/change.ts';
import { stubWindow } from '../../base/window.fixture.ts';

let answer: ReviewSnapshot | null = null;
stubWindow({ changes: { review: async () => answer } });
const { loadReview, reviewHandlers, useReviews } = await import('./review-store.ts');

const review = (order: number): ReviewSnapshot => ({ threadId: 'a', order, files: [], checkpoints: [] }) as never;

test('of two reviews of a thread the later one stays, whichever comes last', async () => {
  reviewHandlers.review({ type: 'review', review: review(2) });
  answer = review(1);
  await loadReview('a');
  expect(useReviews.getState().a?.order).toBe(2);
  answer = review(3);
  await loadReview('a');
  expect(useReviews.getState().a?.order).toBe(3);
  reviewHandlers.review({ type: 'review', review: review(2) });
  expect(useReviews.getState().a?.order).toBe(3);
});
