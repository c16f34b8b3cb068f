import type { Failure, FailureCode } from '../../../shared/contract/errors.ts';

export interface RetryLimits {
  /** Retries in a row, before a person is asked. */
  readonly most: number;
  readonly firstDelayMs: number;
  /** The delay doubles up to this. */
  readonly longestDelayMs: number;
  /** A service may ask for more; then a person decides. */
  readonly longestAskedMs: number;
}

export const retryLimits: RetryLimits = {
  most: 4,
  firstDelayMs: 5_000,
  longestDelayMs: 40_000,
  longestAskedMs: 5 * 60_000,
};

/** Failures that may be over in a moment. All others happen again, or are not of the service. */
const passing: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'provider-rate-limited',
  'provider-overloaded',
  'provider-error',
  'network',
  'timeout',
]);

/** Whether the same request, sent again by itself, may succeed. */
export const isTransient = ({ code }: Failure): boolean => passing.has(code);

/**
 * Consequence of a failed request: another attempt after a while, or the failure that ends the answer.
 * @param retries how many there were in a row already
 */
export function afterFailure(
  failure: Failure,
  retries: number,
  limits: RetryLimits = retryLimits,
): { readonly delayMs: number } | { readonly end: Failure } {
  const endedWith = (sentence: string) => ({ end: { ...failure, message: `${failure.message} ${sentence}` } });
  if (!isTransient(failure)) return { end: failure };
  if (retries >= limits.most) return endedWith(`It was tried ${retries + 1} times.`);
  const asked = failure.retryAfterSeconds;
  if (asked === undefined || !(asked >= 0)) {
    return { delayMs: Math.min(limits.firstDelayMs * 2 ** retries, limits.longestDelayMs) };
  }
  if (asked * 1000 <= limits.longestAskedMs) return { delayMs: asked * 1000 };
  return endedWith(`The service asks to wait ${formatSeconds(asked)}, so it is not retried automatically.`);
}

function formatSeconds(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
