import { FailureError } from '../../../shared/contract/errors.ts';
import type { Deadlines } from '../../deadlines.ts';

/** How long an agent may be silent before it answers. */
export type AnswerLimits = Pick<Deadlines['agents'], 'openMs' | 'answerMs'>;

/**
 * Requests whose answer a person waits for with nothing to be seen of it. A prompt shows what it is at, and a sign-in waits for
 * the person.
 */
const limitOf: Readonly<Record<string, keyof AnswerLimits>> = {
  'session/new': 'openMs',
  'session/load': 'openMs',
  'session/resume': 'openMs',
  'session/list': 'answerMs',
  'session/set_mode': 'answerMs',
  'session/set_model': 'answerMs',
  'session/set_config_option': 'answerMs',
  'session/close': 'answerMs',
  logout: 'answerMs',
  'auth/logout': 'answerMs',
};

/** @returns undefined: it may take as long as it likes */
export const msFor = (method: string, limits: AnswerLimits): number | undefined =>
  Object.hasOwn(limitOf, method) ? limits[limitOf[method] as keyof AnswerLimits] : undefined;

/**
 * Settles with the work, or once nothing was heard for so long: a long history is no silence.
 * @param heardAt when something came last, in ms of `performance.now`
 * @throws {FailureError} `timeout`
 */
export async function whileHeard<T>(
  work: Promise<T>,
  silenceMs: number,
  heardAt: () => number,
  message: () => string,
): Promise<T> {
  work.catch(() => {});
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    const look = () => {
      const rest = Math.max(begun, heardAt()) + silenceMs - performance.now();
      if (rest > 0) timer = setTimeout(look, Math.ceil(rest));
      else reject(new FailureError({ code: 'timeout', message: message() }));
    };
    look();
  });
  try {
    return await Promise.race([work, silent]);
  } finally {
    clearTimeout(timer);
  }
}
