import { serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageSize } from './message-size.ts';

describe('messageSize', () => {
  test('is near what a structured clone of the value takes', () => {
    const { constant, record, string, integer, double, array, uint8Array, boolean } = fc;
    const value = fc.oneof(
      record({ type: constant('progress'), step: integer(), text: string(), done: boolean() }),
      array(fc.oneof(integer(), double(), string()), { maxLength: 50 }),
      uint8Array({ maxLength: 5000 }),
      record({ bytes: uint8Array({ maxLength: 500 }), list: array(string()) }),
    );
    fc.assert(
      fc.property(value, (message) => {
        const real = serialize(message).byteLength;
        expect(messageSize(message)).toBeGreaterThan(real / 4 - 8);
        expect(messageSize(message)).toBeLessThan(real * 2 + 24);
      }),
    );
  });

  test('counts bytes and text by their length', () => {
    expect(messageSize(new Uint8Array(1_000_000))).toBeGreaterThanOrEqual(1_000_000);
    expect(messageSize({ text: 'x'.repeat(70_000) })).toBeGreaterThanOrEqual(70_000);
    expect(
      messageSize([new ArrayBuffer(4096), new Map([['k', 'v'.repeat(100)]]), new Set(['w'.repeat(100)])]),
    ).toBeGreaterThan(4296);
  });

  test('counts what lies behind thousands of values or deep below as well', () => {
    const bytes = new Uint8Array(5_000_000);
    const many = Array.from({ length: 30_000 }, () => 1);
    let deep: unknown = [bytes, 'x'.repeat(1_000_000)];
    for (let depth = 0; depth < 20_000; depth += 1) deep = { deep };
    for (const value of [[...many, bytes], { many, last: [new Map([['a', new Set([bytes])]])] }, deep]) {
      expect(messageSize(value)).toBeGreaterThan(5_000_000);
    }
    expect(messageSize([many, 'x'.repeat(3_000_000)])).toBeLessThan(3_500_000);
  });

  test('comes to an end: of a ring, and of a list that claims four thousand million entries', () => {
    const ring: Record<string, unknown> = {};
    ring.a = ring;
    ring.b = ring;
    expect(messageSize(ring)).toBeLessThan(200_000);
    let reads = 0;
    const sparse = new Proxy<unknown[]>([], {
      get(_list, key) {
        reads += 1;
        return key === 'length' ? 2 ** 32 - 1 : undefined;
      },
    });
    expect(messageSize(sparse)).toBeGreaterThan(128 * 1024 ** 2);
    expect(reads).toBeLessThan(100_000);
  });

  test('never throws', () => {
    const trap = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('gotcha');
        },
      },
    );
    expect(messageSize(trap)).toBe(0);
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true }), (value) => {
        expect(messageSize(value)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
