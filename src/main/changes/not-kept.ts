import { FailureError } from '../../shared/contract/errors.ts';

/** Why the app could not write what it keeps for a restore; completes “…: ” or “(…)”. */
export function whyNotKept({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  return code === undefined ? message : `the system answered ${code}`;
}

/** @returns what is thrown instead of the system's error: nothing was begun, as it could not be taken back */
export function notKept(error: unknown, consequence: string): unknown {
  if (error instanceof FailureError || !(error instanceof Error)) return error;
  const message = `The current content could not be backed up for a restore: ${whyNotKept(error)}. ${consequence}`;
  return new FailureError({ code: 'file-failed', message }, { cause: error });
}
