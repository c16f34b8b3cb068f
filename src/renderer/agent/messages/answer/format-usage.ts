import { isAgentRef } from '../../../../shared/contract/agent-servers/agent-ref.ts';
import type { AnswerView } from '../../../../shared/contract/thread-view.ts';
import { formatCost } from '../../context/format-money.ts';

const count = new Intl.NumberFormat('en');

/** Usage of an answer or a summary, and its cost where prices are known; "" when the service reported none. */
export function formatUsage({ modelName, usage, prices }: Pick<AnswerView, 'modelName' | 'usage' | 'prices'>): string {
  if (!usage) return '';
  const { inputTokens, outputTokens, cacheReadInputTokens: read = 0, cacheCreationInputTokens: written = 0 } = usage;
  const { isEstimated = false } = usage;
  const cached = [
    read > 0 && `${count.format(read)} of them from the cache`,
    written > 0 && `${count.format(written)} into it`,
  ].filter(Boolean);
  const all = count.format(inputTokens + read + written);
  const from = cached.length > 0 ? ` (${cached.join(', ')})` : '';
  const used = `${modelName} · ${all} tokens read${from}, ${count.format(outputTokens)} written${isEstimated ? ', estimated' : ''}`;
  return [used, formatCost(usage, prices)].filter(Boolean).join(' · ');
}

/**
 * The line below an answer: who answered, and cost where prices are known. "" when a service reported no usage. Agents are
 * named in any case: many report none, and several may answer in one thread.
 */
export function formatBill({ model, modelName, usage, prices }: Bill): string {
  if (!usage) return isAgentRef(model) ? modelName : '';
  return [modelName, formatCost(usage, prices)].filter(Boolean).join(' · ');
}

type Bill = Pick<AnswerView, 'model' | 'modelName' | 'usage' | 'prices'>;
