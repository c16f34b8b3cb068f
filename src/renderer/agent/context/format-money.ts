import type { ModelPrices, TokenUsage } from '../../../shared/contract/provider.ts';
import { costOf } from '../../../shared/thread/cost.ts';
import { visibleText } from '../../../shared/visible-text.ts';

/** Smaller amounts are shown with two significant digits. */
const small = 0.1;

/** Formats an amount of money; a small one gets as many digits as it needs. */
export function formatMoney(amount: number, currency: string): string {
  const isSmall = amount > 0 && amount < small;
  const digits = isSmall
    ? { minimumSignificantDigits: 1, maximumSignificantDigits: 2 }
    : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  // An agent may tell another unit, such as credits, of which no money is made.
  if (!/^[A-Z]{3}$/i.test(currency))
    return `${new Intl.NumberFormat('en', digits).format(amount)} ${visibleText(currency)}`.trim();
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...digits }).format(amount);
}

/** The cost of a usage; "" when no prices are known. */
export const formatCost = (usage: TokenUsage | undefined, prices: ModelPrices | undefined): string =>
  usage && prices ? formatMoney(costOf(usage, prices), prices.currency) : '';
