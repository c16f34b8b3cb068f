import { describe, expect, test } from 'vitest';
import { type Failure, type FailureCode, nextSteps } from '../../../shared/contract/errors.ts';
import { afterFailure, retryLimits } from './retry-policy.ts';

const failure = (code: FailureCode, retryAfterSeconds?: number): Failure => ({
  code,
  message: 'No.',
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});
const delays = (retryAfterSeconds?: number) =>
  [0, 1, 2, 3].map((retries) => afterFailure(failure('provider-overloaded', retryAfterSeconds), retries));

describe('a request that failed', () => {
  test('is sent again for what may pass, and for nothing else', () => {
    const codes = Object.keys(nextSteps) as FailureCode[];
    expect(codes.filter((code) => 'delayMs' in afterFailure(failure(code), 0))).toEqual([
      'timeout',
      'provider-rate-limited',
      'provider-overloaded',
      'provider-error',
      'network',
    ]);
    expect(afterFailure(failure('provider-auth', 3), 0)).toEqual({ end: failure('provider-auth', 3) });
  });

  test('is sent again after 5, 10, 20 and 40 s, and not a fifth time', () => {
    expect(delays()).toEqual([5, 10, 20, 40].map((seconds) => ({ delayMs: seconds * 1000 })));
    expect(afterFailure(failure('network'), 4)).toEqual({
      end: { code: 'network', message: 'No. It was tried 5 times.' },
    });
    expect(afterFailure(failure('network'), 9, { ...retryLimits, most: 99 })).toEqual({ delayMs: 40_000 });
  });

  test('waits as long as the service asks, also no time at all', () => {
    expect(delays(7)).toEqual([7, 7, 7, 7].map((seconds) => ({ delayMs: seconds * 1000 })));
    expect(afterFailure(failure('network', 0), 0)).toEqual({ delayMs: 0 });
    expect(afterFailure(failure('network', 300), 0)).toEqual({ delayMs: 300_000 });
  });

  test('is left to the person when the service asks for more than 5 minutes', () => {
    expect(afterFailure(failure('provider-rate-limited', 301), 0)).toMatchObject({
      end: { message: 'No. The service asks to wait 6 minutes, so it is not retried automatically.' },
    });
    expect(afterFailure(failure('provider-rate-limited', 86_400), 0)).toMatchObject({
      end: { message: expect.stringContaining('24 hours'), retryAfterSeconds: 86_400 },
    });
  });

  test('does not trust a time that is none', () => {
    expect(afterFailure(failure('network', Number.NaN), 0)).toEqual({ delayMs: 5000 });
    expect(afterFailure(failure('network', -1), 0)).toEqual({ delayMs: 5000 });
    expect(afterFailure(failure('network', Number.POSITIVE_INFINITY), 0)).toHaveProperty('end');
  });
});
