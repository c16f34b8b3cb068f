import type { PauseReason, ThreadLimit } from '../../../shared/contract/thread.ts';

type AtLimit = Extract<PauseReason, { type: 'limit' }>;
type Spent = AtLimit['spent'];

const isReached = (limit: number | undefined, spent: number): boolean => limit !== undefined && spent >= limit;

/** @returns why a thread pauses; null: it goes on */
export function limitReached(limit: ThreadLimit | undefined, { tokens, cost }: Spent): AtLimit | null {
  if (!limit || !(isReached(limit.tokens, tokens) || isReached(limit.cost, cost))) return null;
  return { type: 'limit', limit, spent: { tokens, cost } };
}

/** The limit with which a thread goes on when a person names no other: as far again from here as it was to the old one. */
export const nextLimit = ({ limit: { tokens, cost }, spent }: AtLimit): ThreadLimit => ({
  ...(tokens !== undefined && { tokens: isReached(tokens, spent.tokens) ? spent.tokens + tokens : tokens }),
  ...(cost !== undefined && { cost: isReached(cost, spent.cost) ? spent.cost + cost : cost }),
});
