import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sealedPort } from './worker-port.ts';

const megabyte = 1024 ** 2;

/** A sealed port, and the messages at the other end. */
function setUp(most = megabyte) {
  const { port1, port2 } = new MessageChannel();
  const received: unknown[] = [];
  port2.onmessage = ({ data }) => void received.push(data);
  onTestFinished(() => port1.close());
  const port = sealedPort(port1, most);
  return { port, port1, port2, received };
}

describe('a port that an extension cannot go round', () => {
  test('carries plain data of every kind, both ways', async () => {
    const { port, port2, received } = setUp();
    const heard: unknown[] = [];
    port.onMessage((message) => void heard.push(message));
    const values = ['text', 1, 1n, null, undefined, true, [1, [2]], { a: { b: 'c' } }, new Map([[{ k: 1 }, 'v']])];
    const more = [
      new Set([1]),
      new Date(5),
      /a/g,
      new Uint8Array([1, 2]),
      new ArrayBuffer(3),
      new DataView(new ArrayBuffer(4)),
    ];
    const all = [...values, ...more];
    port.send(all);
    port2.postMessage('back');
    await vi.waitFor(() => expect([received, heard]).toEqual([[all], ['back']]));
  });

  test.each([
    ['text', 'x'.repeat(600_000)],
    ['bytes', new Uint8Array(megabyte)],
    ['a small view of many bytes', new Uint8Array(megabyte).subarray(0, 3)],
    ['a DataView of many bytes', new DataView(new ArrayBuffer(megabyte), 0, 1)],
    ['a bare buffer', new ArrayBuffer(megabyte)],
    ['many small values', Array.from({ length: 20_000 }, () => 0)],
    ['many bytes behind many small values', [...Array.from({ length: 5_000 }, () => 0), new Uint8Array(megabyte)]],
    ['the keys of an object', { ['k'.repeat(600_000)]: 1 }],
    ['the key of a map', new Map([['x'.repeat(600_000), 1]])],
    ['a member of a set', new Set(['x'.repeat(600_000)])],
    ['something deep', [[[[{ a: [{ b: new Uint8Array(megabyte) }] }]]]]],
  ])('refuses a message that is too large by %s, and says so', async (_what, value) => {
    const { port, received } = setUp();
    expect(() => port.send(value)).toThrow('it has more than 1 MB, the most of one message');
    port.send('after');
    await vi.waitFor(() => expect(received).toEqual(['after']));
  });

  test('measures what it sends: a property that reads differently the second time changes nothing', async () => {
    const { port, received } = setUp();
    let looks = 0;
    const shy = {
      get value() {
        looks += 1;
        return looks > 1 ? new Uint8Array(2 * megabyte) : 'small';
      },
    };
    port.send(shy);
    await vi.waitFor(() => expect(received).toEqual([{ value: 'small' }]));
    expect(looks).toBe(1);
  });

  test.each([
    ['an error', new Error('large', { cause: 'x' })],
    ['a boxed text', Object('x'.repeat(10))],
    ['a blob', new Blob(['x'])],
    ['a function', () => 1],
  ])('refuses what is no plain data: %s', (_what, value) => {
    const { port } = setUp();
    expect(() => port.send([value])).toThrow();
  });

  test('does not depend on what an extension can change, and shows it no port', async () => {
    const { port, port1, received } = setUp();
    const seen = new Set<unknown>();
    const restore: (() => void)[] = [];
    const large = [new Uint8Array(megabyte)];
    const tap = (owner: object, name: string, way: 'value' | 'get', result: unknown) => {
      const original = Object.getOwnPropertyDescriptor(owner, name) as PropertyDescriptor;
      const tapped = function (this: unknown, first: unknown, second: unknown) {
        seen.add(this).add(first).add(second);
        return result;
      };
      restore.push(() => Object.defineProperty(owner, name, original));
      Object.defineProperty(owner, name, { ...original, [way]: tapped });
    };
    const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
    let thrown: unknown;
    tap(MessagePort.prototype, 'postMessage', 'value', undefined);
    tap(ArrayBuffer, 'isView', 'value', false);
    tap(ArrayBuffer.prototype, 'byteLength', 'get', 0);
    tap(typedArray, 'byteLength', 'get', 0);
    tap(typedArray, 'buffer', 'get', new ArrayBuffer(0));
    tap(globalThis, 'structuredClone', 'value', 'a clone');
    tap(Reflect, 'ownKeys', 'value', []);
    tap(Reflect, 'apply', 'value', undefined);
    try {
      port.send('small');
      port.send(large);
    } catch (error) {
      thrown = error;
    } finally {
      for (const one of restore.toReversed()) one();
    }
    expect(thrown).toMatchObject({ message: expect.stringContaining('1 MB') });
    expect(seen.has(port1)).toBe(false);
    await vi.waitFor(() => expect(received).toEqual(['small']));
  });
});
