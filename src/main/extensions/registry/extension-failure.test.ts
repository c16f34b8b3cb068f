import { describe, expect, test } from 'vitest';
import { extensionFailureCodes, FailureError } from '../../../shared/contract/errors.ts';
import { RpcError } from '../../../shared/rpc/rpc-error.ts';
import { decodeError, encodeError } from '../../../shared/rpc/wire/errors-on-the-wire.ts';
import { extensionFailure } from './extension-failure.ts';

const extension = { id: 'sample', name: 'Sample' };
const failure = (thrown: unknown) => extensionFailure(thrown, extension).failure;
/** An error as it arrives from an extension. */
const remote = (more: object) =>
  decodeError(structuredClone(encodeError(Object.assign(new Error('From the extension'), more))));

describe('the layers of an extension’s failure', () => {
  test('a host that is gone keeps its own failure, and gets the extension’s id if it has none', () => {
    const gone = new FailureError({ code: 'host-crashed', message: 'It stopped.' });
    expect(failure(gone)).toEqual({ code: 'host-crashed', message: 'It stopped.', extensionId: 'sample' });
    const named = new FailureError({ code: 'host-crashed', message: 'It stopped.', extensionId: 'other' });
    expect(failure(named).extensionId).toBe('other');
  });

  test.each([
    ['timeout', 'timeout', 'Sample did not answer in time.'],
    ['cancelled', 'cancelled', 'Cancelled.'],
    ['closed', 'protocol-fault', 'Sample could not be asked: why.'],
    ['not-cloneable', 'protocol-fault', 'Sample could not be asked: why.'],
    ['bad-message', 'protocol-fault', 'Sample could not be asked: why.'],
  ] as const)('the RPC’s own "%s" is "%s"', (code, expected, message) => {
    expect(failure(new RpcError(code, 'why'))).toEqual({ code: expected, message, extensionId: 'sample' });
  });

  test.each(extensionFailureCodes)('an extension may say no with "%s"', (code) => {
    expect(failure(remote({ code }))).toMatchObject({ code, message: 'From the extension', extensionId: 'sample' });
  });

  test('one that tried to end its host is told as that, also before its host has reported it', () => {
    const message = 'The extension Sample called process.abort(), which would end its host.';
    const told = failure(remote({ code: 'exit-attempt', data: { call: 'process.abort()' } }));
    expect(told).toMatchObject({ code: 'extension-off', message, extensionId: 'sample' });
  });

  test.each(['host-crashed', 'internal', 'file-failed', 'unknown-method', 'ECONNREFUSED', 'toString', ''])(
    'an extension may not say "%s": its code failed',
    (code) => {
      expect(failure(remote({ code }))).toMatchObject({
        code: 'extension-failed',
        message: 'Sample failed: From the extension',
        extensionId: 'sample',
        detail: expect.stringContaining('extension-failure.test.ts'),
      });
    },
  );

  test('an extension cannot speak for another: its own claim of an id is not looked at', () => {
    expect(failure(remote({ code: 'network', data: { extensionId: 'other' } })).extensionId).toBe('sample');
  });

  test.each([
    [3, 3],
    [0.5, 0.5],
    [0, undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    [86_400, 86_400],
    [86_401, 86_400],
    [Number.POSITIVE_INFINITY, 86_400],
    ['3', undefined],
    [null, undefined],
  ])('retryAfterSeconds %j becomes %j', (retryAfterSeconds, expected) => {
    expect(failure(remote({ code: 'provider-rate-limited', data: { retryAfterSeconds } })).retryAfterSeconds).toBe(
      expected,
    );
  });

  test.each([undefined, null, 'text', 7, []])('data that is %j has no wait', (data) => {
    expect(failure(remote({ code: 'provider-rate-limited', data })).retryAfterSeconds).toBeUndefined();
  });

  test('whatever else was thrown reads as a failure of its code, and is kept as the cause', () => {
    const thrown = extensionFailure('just words', extension);
    expect(thrown).toBeInstanceOf(FailureError);
    expect(thrown.failure).toMatchObject({ code: 'extension-failed', message: 'Sample failed: just words' });
    expect(thrown.cause).toBe('just words');
    expect(failure(undefined).message).toBe('Sample failed: undefined');
  });
});
