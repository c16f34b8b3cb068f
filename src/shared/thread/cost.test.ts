import { expect, test } from 'vitest';
import type { ModelPrices, TokenUsage } from '../contract/provider.ts';
import type { ThreadEntry } from '../contract/thread.ts';
import { costOf, spentOf } from './cost.ts';
import { foldThread } from './fold-thread.ts';

const usage = {
  inputTokens: 1_000_000,
  outputTokens: 100_000,
  cacheReadInputTokens: 2_000_000,
  cacheCreationInputTokens: 10,
};
const dollars: ModelPrices = { currency: 'USD', input: 3, output: 15 };

const answer = (id: string, promptId: string, used: TokenUsage, prices?: ModelPrices, at = 1): ThreadEntry[] => [
  { kind: 'answer-started', id, at, promptId, model: 'm', modelName: 'M', ...(prices && { prices }) },
  { kind: 'answer-usage', answerId: id, usage: used },
];
const prompt = (id: string, replaces?: string): ThreadEntry => ({
  kind: 'prompt',
  id,
  at: 1,
  text: id,
  ...(replaces !== undefined && { replaces }),
});

test('what the cache is paid by is the price of input where there is none of its own', () => {
  expect(costOf({ inputTokens: 500_000, outputTokens: 0 }, dollars)).toBe(1.5);
  expect(costOf(usage, dollars)).toBeCloseTo(3 + 1.5 + 6 + 0.00003, 9);
  expect(costOf(usage, { ...dollars, cacheRead: 0.3, cacheWrite: 3.75 })).toBeCloseTo(3 + 1.5 + 0.6 + 0.0000375, 9);
});

test('a thread has spent what all its answers took, shown or not, and its compactions', () => {
  const used = { inputTokens: 1_000_000, outputTokens: 0 };
  const entries: ThreadEntry[] = [
    prompt('p'),
    ...answer('a', 'p', used, dollars),
    ...answer('b', 'p', used),
    prompt('P', 'p'),
    ...answer('c', 'P', used, dollars),
    { kind: 'compaction', id: 'k', at: 2, promptId: 'P', modelName: 'M', text: '', usage: used, prices: dollars },
  ];
  expect(spentOf(foldThread(entries))).toEqual({ tokens: 4_000_000, cost: 9, currency: 'USD' });
  expect(spentOf(foldThread([prompt('p'), ...answer('b', 'p', used)]))).toEqual({ tokens: 1_000_000, cost: 0 });
});

test('prices of two currencies are not added up: the last one counts', () => {
  const used = { inputTokens: 1_000_000, outputTokens: 0 };
  const euros = { ...dollars, currency: 'EUR', input: 2 };
  const view = foldThread([prompt('p'), ...answer('a', 'p', used, dollars, 1), ...answer('b', 'p', used, euros, 2)]);
  expect(spentOf(view)).toEqual({ tokens: 2_000_000, cost: 2, currency: 'EUR' });
});

test('what nobody counted is marked as estimated, and what a title took is counted', () => {
  const used = { inputTokens: 10, outputTokens: 5 };
  const entries: ThreadEntry[] = [prompt('p'), ...answer('a', 'p', used)];
  const title: ThreadEntry = { kind: 'title-usage', at: 2, usage: used, prices: dollars };
  expect(spentOf(foldThread(entries))).toEqual({ tokens: 15, cost: 0 });
  expect(spentOf(foldThread([...entries, title]))).toMatchObject({ tokens: 30, currency: 'USD' });
  const estimated = answer('b', 'p', { ...used, isEstimated: true });
  expect(spentOf(foldThread([...entries, ...estimated]))).toEqual({ tokens: 30, cost: 0, isEstimated: true });
});
