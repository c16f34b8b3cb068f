import { type Failure, nextSteps } from '../../shared/contract/errors.ts';

/** The message of a failure and its next step, as sentences that follow one another. */
export const formatFailure = ({ message, code }: Pick<Failure, 'message' | 'code'>): string =>
  `${endSentence(message)} ${nextSteps[code]}`;

/** The words of an extension may end without a full stop. */
export function endSentence(words: string): string {
  const trimmed = words.trimEnd();
  return /[.!?…]["'”’»)\]]*$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}
