import type { Failure, Result } from '../../../shared/contract/errors.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import { confirmLoss } from './confirm-loss.ts';
import { formatRefusal } from './format-refusal.ts';
import { useReviewedFiles } from './reviewed-files.ts';

/** A person's decisions on changes. Main carries them out and sends the new review; a failure is shown here. */

/** A file whose changes are decided one by one. */
export interface ReviewedText {
  readonly threadId: string;
  readonly path: string;
  /** The file did not exist before. */
  readonly isNew: boolean;
}

async function told(what: string, call: Promise<Result<unknown>>): Promise<boolean> {
  const result = await settle(call);
  if (!result.ok) tellFailure(what, result.failure);
  return result.ok;
}

/** @param path null: all files @returns whether it was done */
export const acceptFile = (threadId: string, path: string | null): Promise<boolean> =>
  told('Nothing was accepted.', api.changes.accept(threadId, path));

/** Asks before changes of others are lost. */
export const rejectFile = (threadId: string, path: string | null): Promise<boolean> => reject(threadId, path, false);

async function reject(threadId: string, path: string | null, isForced: boolean): Promise<boolean> {
  const result = await settle(api.changes.reject(threadId, path, isForced));
  if (!result.ok) {
    tellFailure('Nothing was rejected.', result.failure);
    return false;
  }
  if (result.value.type === 'changed-since')
    return (
      (await confirmLoss(result.value.paths, 'reject', useReviewedFiles.getState().madeBy())) &&
      reject(threadId, path, true)
    );
  // For a single file the editor's undo history has the rejected text.
  if (path === null || isForced) offerUndo(threadId, 'Changes rejected.', 'The reject could not be undone.');
  return true;
}

/** Undoes the last restore or reject of a thread. @param problem shown when it fails @returns whether it was done */
export function undoLast(threadId: string, problem: string): Promise<boolean> {
  withdrawOffers.get(threadId)?.();
  return told(problem, api.changes.undoRestore(threadId));
}

const withdrawOffers = new Map<string, () => void>();

/** Only the last act of a thread can be undone, so an older offer is withdrawn. @param problem shown when it fails */
export function offerUndo(threadId: string, text: string, problem: string): void {
  withdrawOffers.get(threadId)?.();
  const run = () => void undoLast(threadId, problem);
  withdrawOffers.set(threadId, notify({ severity: 'info', text, actions: [{ label: 'Undo', run }] }));
}

/** @param before the text that counts as the original from now on, with a part of `after` in it */
export const acceptPart = ({ threadId, path }: ReviewedText, before: string, after: string): Promise<boolean> =>
  before === after
    ? acceptFile(threadId, path)
    : told('The change could not be accepted.', api.changes.accept(threadId, path, before));

/** @param text the whole file without the part, made from `after` */
export const rejectPart = ({ threadId, path, isNew }: ReviewedText, text: string, after: string): Promise<boolean> =>
  // A new file that has no changes left is deleted.
  isNew && text === ''
    ? rejectFile(threadId, path)
    : told('The change could not be rejected.', api.changes.rejectPart(threadId, path, after, text));

export const tellFailure = (what: string, failure: Failure): void =>
  void notify({ severity: 'error', text: `${what} ${formatRefusal(failure)}` });
