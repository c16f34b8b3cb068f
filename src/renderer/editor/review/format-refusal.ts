import type { Failure, FailureCode } from '../../../shared/contract/errors.ts';
import { formatFailure } from '../../base/format-failure.ts';

/** Their next steps are those of saving a text, which is in an editor. */
const ofSaving: ReadonlySet<FailureCode> = new Set(['file-changed', 'file-failed']);

/** Why changes could not be accepted, rejected or put back. */
export const formatRefusal = (failure: Failure): string =>
  ofSaving.has(failure.code) ? failure.message : formatFailure(failure);
