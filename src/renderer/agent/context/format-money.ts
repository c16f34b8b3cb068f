import type { ModelPrices, TokenUsage } from '../../../shared/contract/provider.ts';
import { costOf } from '../../../shared/thread/cost.ts';

/** Below this an amount is told by its first two digits that are not 0. */
const small = 0.1;

/** An amount of money as people read it; one that is small has as many digits as it takes. */
export function formatMoney(amount: number, currency: string): string {
  const isSmall = amount > 0 && amount < small;
  const digits = isSmall
    ? { minimumSignificantDigits: 1, maximumSignificantDigits: 2 }
    : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...digits }).format(amount);
}

/** What something used cost; "" when no prices are known. */
export const formatCost = (usage: TokenUsage | undefined, prices: ModelPrices | undefined): string =>
  usage && prices ? formatMoney(costOf(usage, prices), prices.currency) : '';
