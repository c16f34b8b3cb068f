import type { Failure, Result } from '../../../shared/contract/errors.ts';
import { failureInWords } from '../../app/failure-words.ts';
import { notify } from '../../app/notices-store.ts';
import { settle } from '../../app/settle.ts';
import { api } from '../../bridge.ts';

/** What a person decides about changes. Main does it and tells the review anew; a failure is shown here. */

async function told(what: string, call: Promise<Result<unknown>>): Promise<boolean> {
  const result = await settle(call);
  if (!result.ok) tellFailure(what, result.failure);
  return result.ok;
}

/** @returns whether it was done. @param path null: all files */
export const acceptFile = (threadId: string, path: string | null): Promise<boolean> =>
  told('Nothing was accepted.', api.changes.accept(threadId, path));

export const rejectFile = (threadId: string, path: string | null): Promise<boolean> =>
  told('Nothing was rejected.', api.changes.reject(threadId, path));

/** @param before the text that counts as the one before from here on */
export const acceptPart = (threadId: string, path: string, before: string): Promise<boolean> =>
  told('The change was not accepted.', api.changes.accept(threadId, path, before));

/** @param text the whole file without the part, made from `base` */
export const rejectPart = (threadId: string, path: string, base: string, text: string): Promise<boolean> =>
  told('The change was not rejected.', api.changes.rejectPart(threadId, path, base, text));

export const tellFailure = (what: string, failure: Failure): void =>
  void notify({ severity: 'error', text: `${what} ${failureInWords(failure)}` });
