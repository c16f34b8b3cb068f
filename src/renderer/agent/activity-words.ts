import type { AnswerActivity } from '../../shared/contract/thread.ts';
import { endSentence } from '../app/failure-words.ts';
import { formatSeconds } from './use-now.ts';

/**
 * Why an answer does not go on, and when it will.
 * @param now milliseconds since 1970
 * @returns `what`: a sentence, "" when `next` says it all
 */
export function activityWords(activity: AnswerActivity, now: number): { what: string; next: string } {
  if (activity.type === 'queued') {
    const { position } = activity;
    return { what: '', next: position > 0 ? `Waiting for its turn, ${position} before it` : 'Waiting for its turn' };
  }
  const { attempt, attempts, at, failure } = activity;
  // The last second is shown until it is over.
  const wait = formatSeconds(at - now + 999);
  const next = wait === '' ? 'Trying again' : `Next try in ${wait}`;
  return { what: endSentence(failure.message), next: `${next} (${attempt} of ${attempts})` };
}

/** For a screen reader: the same words for as long as the answer waits for the same thing. "": nothing. */
export function announcedOf(activity: AnswerActivity | null): string {
  if (!activity) return '';
  if (activity.type === 'queued') return 'The answer waits for its turn.';
  const { attempt, attempts, failure } = activity;
  return `${endSentence(failure.message)} It is tried again soon, ${attempt} of ${attempts}.`;
}
