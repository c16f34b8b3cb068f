import { afterAll, expect, test, vi } from 'vitest';
import type { ReviewSnapshot } from '../../../shared/contract/change.ts';

let answer: ReviewSnapshot | null = null;
// Test files share a world: the window of another one is not ours, and ours is nobody else's.
vi.resetModules();
vi.stubGlobal('window', {
  addEventListener: () => {},
  outrigger: { changes: { review: async () => answer } },
});
const { loadReview, reviewHandlers, useReviews } = await import('./review-store.ts');
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

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
