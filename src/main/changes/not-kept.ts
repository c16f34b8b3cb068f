import { FailureError } from '../../shared/contract/errors.ts';

/** Why the app could not write what it keeps for a restore; completes “…: ” or “(…)”. */
function whyNotKept({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  return code === undefined ? message : `the system answered ${code}`;
}

/** @returns what is thrown instead of the system's error: nothing was begun, as it could not be taken back */
export function notKept(error: unknown, consequence: string): unknown {
  if (error instanceof FailureError || !(error instanceof Error)) return error;
  const message = `The current content could not be backed up for a restore: ${whyNotKept(error)}. ${consequence}`;
  return new FailureError({ code: 'file-failed', message }, { cause: error });
}

/** @returns a sentence: a command is over, and what it changed cannot be taken back */
export function notRecorded(error: Error): string {
  if (error instanceof FailureError) return error.message;
  return `What a command changed could not be recorded (${whyNotKept(error)}), so it cannot be undone.`;
}
