import { type Failure, FailureError, toFailure } from '../../../shared/contract/errors.ts';
import { fileFailure } from '../../documents/file-failure.ts';

/** Why nothing was installed, with a full disk and the like as a sentence. @param folder in which it would be */
export function installFailure(thrown: unknown, folder: string): Failure {
  if (thrown instanceof FailureError || !(thrown instanceof Error) || !('syscall' in thrown)) return toFailure(thrown);
  const failed = fileFailure(thrown, folder, 'saved');
  if (failed.ok) return toFailure(thrown);
  const { message } = failed.failure;
  return { code: 'install-failed', message: `${message} Nothing was installed.`, detail: thrown.message };
}
