import type { ModelPrices, TokenUsage } from '../contract/provider.ts';
import type { Spent, TaskView } from '../contract/thread.ts';
import type { ThreadView } from '../contract/thread-view.ts';
import { allAnswers } from './all-answers.ts';

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

/** Total usage of a thread: all answers, also those of branches, compactions, titles and tasks. */
export function spentOf(
  view: Pick<ThreadView, 'turns' | 'branches' | 'unprompted' | 'compactions' | 'titleUsages'> & {
    readonly tasks: readonly Pick<TaskView, 'at' | 'spent'>[];
  },
): Spent {
  let tokens = 0;
  let isEstimated = false as boolean;
  let last: { readonly at: number; readonly currency: string } | undefined;
  const costs = new Map<string, number>();
  const addCost = (at: number, cost: number, currency: string): void => {
    costs.set(currency, (costs.get(currency) ?? 0) + cost);
    if (!last || at >= last.at) last = { at, currency };
  };
  const add = (at: number, usage: TokenUsage | undefined, prices: ModelPrices | undefined): void => {
    if (!usage) return;
    tokens += tokensOf(usage);
    isEstimated ||= usage.isEstimated ?? false;
    if (prices) addCost(at, costOf(usage, prices), prices.currency);
  };
  for (const { startedAt, usage, prices } of allAnswers(view)) add(startedAt, usage, prices);
  for (const { at, usage, prices } of [...view.compactions, ...(view.titleUsages ?? [])]) add(at, usage, prices);
  for (const { at, spent } of view.tasks) {
    tokens += spent?.tokens ?? 0;
    isEstimated ||= spent?.isEstimated ?? false;
    if (spent?.currency !== undefined) addCost(at, spent.cost, spent.currency);
  }
  const used = { tokens, ...(isEstimated && { isEstimated }) };
  if (!last) return { ...used, cost: 0 };
  return { ...used, cost: costs.get(last.currency) ?? 0, currency: last.currency };
}
