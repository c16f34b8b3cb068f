import {
  extensionFailureCodes,
  type Failure,
  type FailureCode,
  FailureError,
} from '../../../shared/contract/errors.ts';
import { exitAttemptCode } from '../../../shared/extensions/exit-attempt-code.ts';
import { singleLine } from '../../../shared/harmless-text.ts';
import { RpcError } from '../../../shared/rpc/rpc-error.ts';
import { RemoteError } from '../../../shared/rpc/wire/errors-on-the-wire.ts';
import { exitAttempted } from '../hosts/exit-attempt.ts';

/** One day; a service that asks for a longer wait has refused the request. */
const longestWaitSeconds = 86_400;
const sayable: ReadonlySet<string> = new Set(extensionFailureCodes);

/**
 * Assigns the error of a call to its layer: the host is gone or the call was given up (`FailureError`, `RpcError`), the
 * extension refused with a code of `extensionFailureCodes`, or its code failed.
 */
export function extensionFailure(thrown: unknown, extension: { id: string; name: string }): FailureError {
  return new FailureError(failureOf(thrown, extension), { cause: thrown });
}

function failureOf(thrown: unknown, { id, name }: { id: string; name: string }): Failure {
  const about = { extensionId: id };
  if (thrown instanceof FailureError) return { ...about, ...thrown.failure };
  if (thrown instanceof RpcError) {
    if (thrown.code === 'timeout') return { ...about, code: 'timeout', message: `${name} did not answer in time.` };
    if (thrown.code === 'cancelled') return { ...about, code: 'cancelled', message: 'Cancelled.' };
    return { ...about, code: 'protocol-fault', message: `${name} could not be asked: ${thrown.message}.` };
  }
  if (thrown instanceof RemoteError && sayable.has(thrown.code ?? '')) {
    return {
      ...about,
      code: thrown.code as FailureCode,
      message: thrown.message,
      retryAfterSeconds: retryAfter(thrown.data),
    };
  }
  if (thrown instanceof RemoteError && thrown.code === exitAttemptCode) {
    // It is being switched off for that, whichever of the two is told first.
    const call = singleLine(textIn(thrown.data, 'call')).slice(0, 200);
    return { ...about, code: 'extension-off', message: exitAttempted(name, call), detail: thrown.stack };
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { ...about, code: 'extension-failed', message: `${name} failed: ${error.message}`, detail: error.stack };
}

function textIn(data: unknown, key: string): string {
  const value = typeof data === 'object' && data !== null ? Object.getOwnPropertyDescriptor(data, key)?.value : '';
  return typeof value === 'string' ? value : '';
}

function retryAfter(data: unknown): number | undefined {
  const seconds = typeof data === 'object' && data !== null && 'retryAfterSeconds' in data ? data.retryAfterSeconds : 0;
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, longestWaitSeconds) : undefined;
}
