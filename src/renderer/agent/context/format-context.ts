import type { ContextUse } from '../../../shared/contract/provider.ts';
import type { Spent } from '../../../shared/contract/thread.ts';
import { contextSize } from '../models/model-list.ts';
import { formatMoney } from './format-money.ts';

const count = new Intl.NumberFormat('en');

const sources: Readonly<Record<ContextUse['source'], string>> = {
  usage: 'counted by the service',
  counted: 'counted by the extension',
  estimate: 'estimated',
};

/** The share of the context that is used; from 80 % on with advice. @param isAgents an agent told it, which has its own means */
export function formatContext(context: ContextUse, isAgents = false): string {
  const { tokens, limit, source } = context;
  const of = limit > 0 ? ` of ${count.format(limit)}` : '';
  const words = `${count.format(tokens)}${of} tokens, ${isAgents ? 'as the agent tells' : sources[source]}`;
  switch (fillOf(context)?.level) {
    case 'high':
      return isAgents ? `${words}. It may sum up soon.` : `${words}. Compact it soon, or start a new thread.`;
    case 'full':
      return `${words}. ${isAgents ? 'Start' : 'Compact it or start'} a new thread: there is hardly room for an answer.`;
    default:
      return words;
  }
}

/** As short as possible: "3k of 32k". */
export const shortContext = ({ tokens, limit }: ContextUse): string =>
  `${tokens === 0 ? '0' : contextSize(tokens)}${limit > 0 ? ` of ${contextSize(limit)}` : ' tokens'}`;

/** @returns null when the model does not declare its context size */
export function fillOf({ tokens, limit }: ContextUse): { percent: number; level: 'fine' | 'high' | 'full' } | null {
  if (limit <= 0) return null;
  const share = tokens / limit;
  // Rounded down, so that 100 % means full.
  return { percent: Math.floor(share * 100), level: share >= 0.95 ? 'full' : share >= 0.8 ? 'high' : 'fine' };
}

const tokenCount = (tokens: number): string => (tokens === 1 ? '1 token' : `${count.format(tokens)} tokens`);

/** The tokens used, and their cost where prices are known. */
export const formatSpent = ({ tokens, cost, currency, isEstimated = false }: Spent): string =>
  [
    tokenCount(tokens),
    ...(currency === undefined ? [] : [formatMoney(cost, currency)]),
    ...(isEstimated ? ['in part estimated'] : []),
  ].join(' · ');
