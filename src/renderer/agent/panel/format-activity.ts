import type { AnswerActivity, PauseReason } from '../../../shared/contract/thread.ts';
import { endSentence } from '../../base/format-failure.ts';
import { formatSeconds } from '../../base/use-now.ts';
import { formatMoney } from '../context/format-money.ts';

/**
 * Why an answer waits, and until when.
 * @param now milliseconds since 1970
 * @returns `what`: a sentence, "" when `next` says it all
 */
export function formatActivity(activity: AnswerActivity, now: number): { what: string; next: string } {
  if (activity.type === 'reading')
    return { what: '', next: `Reading what it mentions ${formatSeconds(now - activity.since)}` };
  if (activity.type === 'extension') {
    return { what: '', next: `Waiting for ${activity.name} ${formatSeconds(now - activity.since)}` };
  }
  if (activity.type === 'queued') {
    const { position } = activity;
    return { what: '', next: position > 0 ? `Queued, ${position} before it` : 'Queued' };
  }
  if (activity.type === 'paused') return { what: formatPause(activity.reason), next: 'Waiting for you.' };
  const { attempt, attempts, at, failure } = activity;
  // Rounded up, so that the last second is shown until it is over.
  const wait = formatSeconds(at - now + 999);
  const next = wait === '' ? 'Retrying' : `Retrying in ${wait}`;
  return { what: endSentence(failure.message), next: `${next} (${attempt} of ${attempts})` };
}

/** For a screen reader: stays the same while the answer waits for the same thing. "" when it does not wait. */
export function announcedOf(activity: AnswerActivity | null): string {
  if (!activity) return '';
  if (activity.type === 'reading') return 'Reading what your message mentions.';
  if (activity.type === 'extension') return `Waiting for ${activity.name}.`;
  if (activity.type === 'queued') return 'The answer is queued.';
  if (activity.type === 'paused') return `${formatPause(activity.reason)} Continue?`;
  const { attempt, attempts, failure } = activity;
  return `${endSentence(failure.message)} Retrying soon, ${attempt} of ${attempts}.`;
}

const count = new Intl.NumberFormat('en');

/** Why an answer was paused, in a sentence. @param currency of the prices, where they are known */
export function formatPause(reason: PauseReason, currency?: string): string {
  if (reason.type === 'repeat') {
    return `The model called ${reason.toolName} with the same arguments ${reason.times} times.`;
  }
  const { limit, spent, isOfParent = false } = reason;
  const who = isOfParent ? 'The thread of this task' : 'This thread';
  const money = (amount: number) => (currency === undefined ? String(amount) : formatMoney(amount, currency));
  if (limit.cost !== undefined && spent.cost >= limit.cost) {
    return `${who} has cost ${money(spent.cost)} of ${money(limit.cost)}.`;
  }
  return limit.tokens === undefined
    ? `${who} has reached its limit.`
    : `${who} has used ${count.format(spent.tokens)} of ${count.format(limit.tokens)} tokens.`;
}
