import { describe, expect, test } from 'vitest';
import {
  extensionFailureCodes,
  type FailureCode,
  FailureError,
  fail,
  isRetryable,
  nextSteps,
  ok,
  resultOf,
  toFailure,
} from './errors.ts';

const codes = Object.keys(nextSteps) as FailureCode[];

describe('failures', () => {
  test.each(codes)('"%s" says what to do next in short, calm sentences', (code) => {
    expect(nextSteps[code]).toMatch(/^[A-Z].*\.$/);
    expect(nextSteps[code]).not.toContain('!');
    expect(nextSteps[code].length).toBeLessThanOrEqual(100);
  });

  test('results hold a value or a failure', () => {
    expect(ok(1)).toEqual({ ok: true, value: 1 });
    expect(fail('network', 'No answer.', { retryAfterSeconds: 3, extensionId: 'x' })).toEqual({
      ok: false,
      failure: { code: 'network', message: 'No answer.', retryAfterSeconds: 3, extensionId: 'x' },
    });
    expect(fail('network', 'No answer.')).toEqual({ ok: false, failure: { code: 'network', message: 'No answer.' } });
  });

  test('what work gives, or throws, is a result', async () => {
    expect(await resultOf(async () => 1)).toEqual(ok(1));
    const failure = { code: 'network', message: 'No answer.' } as const;
    expect(await resultOf(() => Promise.reject(new FailureError(failure)))).toEqual({ ok: false, failure });
  });

  test('what the same request cannot mend is not offered again; what may pass is', () => {
    const retryable = codes.filter((code) => isRetryable({ code, message: '' }));
    expect(codes.filter((code) => !retryable.includes(code)).toSorted()).toEqual([
      'address-refused',
      'answer-too-long',
      'context-too-large',
      'file-binary',
      'file-encoding',
      'file-lossy',
      'file-too-large',
      'invalid-request',
      'provider-credit',
      'provider-refused',
      'setting-refused',
      'thread-full',
    ]);
    expect(retryable).toEqual(
      expect.arrayContaining(['network', 'timeout', 'provider-rate-limited', 'provider-overloaded', 'host-crashed']),
    );
  });

  test('an extension may say no, but not speak for the host or the app', () => {
    const own = codes.filter((code) => /^(host|file|extension)-|^internal$|^protocol-fault$/.test(code));
    expect(own.length).toBeGreaterThan(5);
    expect(extensionFailureCodes.filter((code) => own.includes(code))).toEqual([]);
  });

  test('a failure that was thrown is a value again', () => {
    const failure = { code: 'timeout', message: 'It took too long.' } as const;
    const thrown = new FailureError(failure, { cause: 'why' });
    expect(thrown).toMatchObject({ name: 'FailureError', message: 'It took too long.', failure, cause: 'why' });
    expect(toFailure(thrown)).toBe(failure);
  });

  test.each([
    ['an error', new TypeError('surprise'), 'surprise'],
    ['text', 'only words', 'only words'],
    ['nothing', undefined, 'undefined'],
    ['a record that looks like a failure', { failure: { code: 'network' } }, '[object Object]'],
  ])('%s that was not expected is internal', (_what, thrown, message) => {
    expect(toFailure(thrown)).toMatchObject({ code: 'internal', message, detail: expect.stringContaining(message) });
  });
});
