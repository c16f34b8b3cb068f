import type { ModelPrices, TokenUsage } from '../contract/provider.ts';
import type { ThreadView } from '../contract/thread.ts';

/** Cost of a usage, in the currency of the prices. */
export function costOf(usage: TokenUsage, prices: ModelPrices): number {
  const { input, output, cacheRead = input, cacheWrite = input } = prices;
  const millions =
    usage.inputTokens * input +
    usage.outputTokens * output +
    (usage.cacheReadInputTokens ?? 0) * cacheRead +
    (usage.cacheCreationInputTokens ?? 0) * cacheWrite;
  return millions / 1_000_000;
}

export const tokensOf = (usage: TokenUsage): number =>
  usage.inputTokens + usage.outputTokens + (usage.cacheReadInputTokens ?? 0) + (usage.cacheCreationInputTokens ?? 0);

export interface Spent {
  readonly tokens: number;
  /** Cost of all usage in `currency`; 0 without one. */
  readonly cost: number;
  /** Currency of the latest prices. Absent: no usage had prices. */
  readonly currency?: string;
  /** Part of the tokens is estimated. */
  readonly isEstimated?: boolean;
}

/** Total usage of a thread: all answers, also those of branches, compactions and titles. */
export function spentOf(view: Pick<ThreadView, 'turns' | 'branches' | 'compactions' | 'titleUsages'>): Spent {
  let tokens = 0;
  let isEstimated = false as boolean;
  let last: { readonly at: number; readonly currency: string } | undefined;
  const costs = new Map<string, number>();
  const add = (at: number, usage: TokenUsage | undefined, prices: ModelPrices | undefined): void => {
    if (!usage) return;
    tokens += tokensOf(usage);
    isEstimated ||= usage.isEstimated ?? false;
    if (!prices) return;
    costs.set(prices.currency, (costs.get(prices.currency) ?? 0) + costOf(usage, prices));
    if (!last || at >= last.at) last = { at, currency: prices.currency };
  };
  for (const { answers } of [...view.turns, ...view.branches]) {
    for (const { startedAt, usage, prices } of answers) add(startedAt, usage, prices);
  }
  for (const { at, usage, prices } of [...view.compactions, ...(view.titleUsages ?? [])]) add(at, usage, prices);
  const used = { tokens, ...(isEstimated && { isEstimated }) };
  if (!last) return { ...used, cost: 0 };
  return { ...used, cost: costs.get(last.currency) ?? 0, currency: last.currency };
}
