import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { RpcError } from '../rpc-error.ts';
import { closeAll, connect, rejection } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';
import { decodeError, encodeError, RemoteError } from './errors-on-the-wire.ts';

afterEach(closeAll);

class QuotaError extends Error {
  override readonly name = 'QuotaError';
  readonly code = 'provider-rate-limited';
  readonly data = { retryAfterSeconds: 7, seen: new Map([['a', 1]]) };
}

/** An error that contains itself in every place for an inner error. */
function endless(): Error {
  const error: Error & { errors?: unknown[] } = new AggregateError([], 'endless');
  error.cause = error;
  error.errors = Array.from({ length: 100 }, () => error);
  return error;
}

describe.each(portPairs)('errors over $name', (pair) => {
  const thrown = async (value: unknown, isAsync = true) => {
    const { asking } = connect(pair, {
      methods: {
        fail: isAsync
          ? async () => Promise.reject(value)
          : () => {
              throw value;
            },
      },
    });
    return rejection(asking.call('fail', null));
  };

  test.each([true, false])('an error keeps name, message, stack, code and data (thrown later: %s)', async (isAsync) => {
    const error = new QuotaError('Too many requests');
    const received = await thrown(error, isAsync);
    expect(received).toBeInstanceOf(RemoteError);
    expect(received).toMatchObject({
      name: 'QuotaError',
      message: 'Too many requests',
      code: 'provider-rate-limited',
      data: { retryAfterSeconds: 7, seen: new Map([['a', 1]]) },
    });
    expect(received.stack).toBe(error.stack);
    expect(received.stack).toContain('errors.test.ts');
  });

  test('the chain of causes arrives whole', async () => {
    const root = Object.assign(new TypeError('no route'), { code: 'ECONNREFUSED' });
    const received = await thrown(new Error('outer', { cause: new RangeError('middle', { cause: root }) }));
    expect(received).toMatchObject({
      message: 'outer',
      cause: { name: 'RangeError', message: 'middle', cause: { name: 'TypeError', code: 'ECONNREFUSED' } },
    });
  });

  test('an AggregateError keeps its errors', async () => {
    const received = await thrown(new AggregateError([new Error('one'), new QuotaError('two'), 'three'], 'both'));
    expect(received).toMatchObject({
      name: 'AggregateError',
      message: 'both',
      errors: [{ message: 'one' }, { name: 'QuotaError', code: 'provider-rate-limited' }, { message: 'three' }],
    });
  });

  test('a number for a code arrives as text', async () => {
    expect(await thrown(Object.assign(new Error('x'), { code: 404 }))).toMatchObject({ code: '404' });
  });

  test.each([
    ['a string', 'plain words', 'plain words', 'plain words'],
    ['a number', 3, '3', 3],
    ['null', null, 'null', null],
    ['undefined', undefined, 'undefined', undefined],
    ['an object', { status: 500 }, '{"status":500}', { status: 500 }],
    ['a bigint', 7n, '[object BigInt]', 7n],
  ])('%s that is thrown arrives as an error', async (_what, value, message, data) => {
    const received = await thrown(value);
    expect(received).toBeInstanceOf(Error);
    expect(received.message).toBe(message);
    expect(received.data).toEqual(data);
  });

  test.each([
    ['a function', () => 1, '() => 1'],
    ['a symbol', Symbol('mark'), 'Symbol(mark)'],
    ['an object without a prototype', Object.create(null), '{}'],
  ])('%s that is thrown arrives as an error in words', async (_what, value, message) => {
    expect((await thrown(value)).message).toBe(message);
  });

  test('a circular value that is thrown arrives, its circle too', async () => {
    const circular: Record<string, unknown> = { name: 'ring' };
    circular.self = circular;
    const received = await thrown(circular);
    expect(received.message).toBe('[object Object]');
    expect((received.data as typeof circular).self).toBe(received.data);
  });

  test('data that cannot be cloned is put in words', async () => {
    const received = await thrown(Object.assign(new Error('x'), { data: { call: () => 1, kept: true } }));
    expect(received).toMatchObject({ message: 'x', data: '{"kept":true}' });
  });

  test('an error that is its own cause, and holds itself a hundredfold, is cut short', async () => {
    const received = await thrown(endless());
    expect(received.message).toBe('endless');
    let count = 0;
    const walk = (error: unknown) => {
      if (!(error instanceof RemoteError)) return;
      count += 1;
      walk(error.cause);
      for (const inner of error.errors ?? []) walk(inner);
    };
    walk(received);
    expect(count).toBeGreaterThan(1);
    expect(count).toBeLessThanOrEqual(65);
  });

  test.each([
    [
      'a getter that throws',
      Object.defineProperty(new Error('x'), 'message', {
        get() {
          throw new Error('gotcha');
        },
      }),
    ],
    ['a name that has no text', Object.assign(new Error('x'), { name: Object.create(null) })],
    [
      'a proxy that refuses everything',
      new Proxy(
        {},
        {
          getPrototypeOf() {
            throw new Error('gotcha');
          },
        },
      ),
    ],
  ])('%s still settles the call', async (_what, value) => {
    expect((await thrown(value)).message).toBe('An error was thrown that cannot be read');
  });

  test('an RpcError of the other side keeps its code', async () => {
    expect(await thrown(new RpcError('invalid-params', 'a number is wanted'))).toMatchObject({
      name: 'RpcError',
      code: 'invalid-params',
      message: 'a number is wanted',
    });
  });
});

describe('errors on the wire', () => {
  test('whatever is thrown becomes a record that can be cloned, and an error again', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }), (value) => {
        const received = decodeError(structuredClone(encodeError(value)));
        expect(received).toBeInstanceOf(Error);
        expect(typeof received.message).toBe('string');
      }),
    );
  });

  test('whatever arrives in place of a record is an error', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (value) => {
        expect(decodeError(value)).toBeInstanceOf(RemoteError);
      }),
    );
  });

  test('a malformed record loses what is malformed and keeps the rest', () => {
    const received = decodeError({ name: 1, message: 'kept', stack: {}, code: 5, cause: 'text', errors: 'none' });
    expect(received).toMatchObject({ name: 'Error', message: 'kept', code: undefined, errors: undefined });
    expect((received.cause as Error).message).toBe('The other side sent an error without a message');
  });

  test('a small record that refers to itself many times over is decoded only so far', () => {
    let record: Record<string, unknown> = { message: 'leaf' };
    for (let depth = 0; depth < 12; depth += 1) {
      const inner = record;
      record = { message: `depth ${depth}`, cause: inner, errors: Array.from({ length: 64 }, () => inner) };
    }
    // Without the limit this would take years.
    expect(decodeError(record).message).toBe('depth 11');
  });
});

test('an error is cut to a length that nobody need fear, its causes too', () => {
  const long = 'word '.repeat(4_000);
  const wire = { name: long, message: long, stack: long, code: long, cause: { name: 'Error', message: long } };
  const error = decodeError(wire);
  const lengths = [error.name, error.message, error.stack, error.code].map((text) => text?.length);
  expect(lengths).toEqual([202, 4_001, 16_001, 202]);
  expect((error.cause as Error).message).toBe(`${'word '.repeat(800)}…`);
});

test('what is cut ends before a word, so that no half of a secret is left that nobody would recognise', () => {
  const token = `sk-${'a1._~+/=%-'.repeat(300)}`;
  for (const before of [0, 20, 3_000, 3_900]) {
    const text = `${'said '.repeat(before / 5)}key="${token}"`;
    const error = decodeError({ name: 'Error', message: text.padEnd(20_000, ' .') });
    expect(error.message.includes(token) || !error.message.includes('sk-')).toBe(true);
  }
  expect(decodeError({ message: 'x'.repeat(5_000) }).message).toBe('…');
  expect(decodeError({ message: 'x'.repeat(4_000) }).message).toHaveLength(4_000);
});
