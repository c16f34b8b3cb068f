import type { ModelPrices, TokenUsage } from '../contract/provider.ts';
import type { ThreadView } from '../contract/thread.ts';

/** What something used cost, in the currency of the prices. */
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
  /** Of what was used in `currency`; 0 without one. */
  readonly cost: number;
  /** That of the last prices. Absent: nothing had any. */
  readonly currency?: string;
}

/** What a thread has used so far: all its answers, also those that are not shown, and its compactions. */
export function spentOf(view: Pick<ThreadView, 'turns' | 'branches' | 'compactions'>): Spent {
  let tokens = 0;
  let last: { readonly at: number; readonly currency: string } | undefined;
  const costs = new Map<string, number>();
  const add = (at: number, usage: TokenUsage | undefined, prices: ModelPrices | undefined): void => {
    if (!usage) return;
    tokens += tokensOf(usage);
    if (!prices) return;
    costs.set(prices.currency, (costs.get(prices.currency) ?? 0) + costOf(usage, prices));
    if (!last || at >= last.at) last = { at, currency: prices.currency };
  };
  for (const { answers } of [...view.turns, ...view.branches]) {
    for (const { startedAt, usage, prices } of answers) add(startedAt, usage, prices);
  }
  for (const { at, usage, prices } of view.compactions) add(at, usage, prices);
  if (!last) return { tokens, cost: 0 };
  return { tokens, cost: costs.get(last.currency) ?? 0, currency: last.currency };
}
