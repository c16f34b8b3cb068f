import { FailureError } from './contract/errors.ts';

export const stopped = (): FailureError => new FailureError({ code: 'cancelled', message: 'It was stopped.' });

/**
 * Settles with the work, or rejects as soon as the signal aborts, whether the work settles or not.
 * A result that comes later is dropped.
 * @param why what it rejects with then; `cancelled` unless told otherwise
 */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal, why: () => unknown = stopped): Promise<T> {
  work.catch(() => {});
  if (signal.aborted) throw why();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(why());
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Settles with the work, or as soon as `limitMs` have passed.
 * @throws the error or message that `late` returns; a message becomes a `timeout` failure
 */
export async function within<T>(work: Promise<T>, limitMs: number, late: () => string | FailureError): Promise<T> {
  work.catch(() => {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const thrown = late();
      reject(typeof thrown === 'string' ? new FailureError({ code: 'timeout', message: thrown }) : thrown);
    }, limitMs);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
