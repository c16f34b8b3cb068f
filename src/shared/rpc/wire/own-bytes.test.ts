import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RpcPort } from '../ports/port.ts';
import { closeAll, collect, connect } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';
import { withOwnBytes } from './own-bytes.ts';

afterEach(closeAll);

/** Three bytes cut from Node's pool: a view of a part of a much larger buffer. */
function pooled(text = 'abc'): Buffer {
  const buffer = Buffer.from(text);
  expect(buffer.buffer.byteLength).toBeGreaterThanOrEqual(8192);
  return buffer;
}

const bufferSizes = (value: unknown): number[] => {
  if (ArrayBuffer.isView(value)) return [value.buffer.byteLength];
  if (typeof value !== 'object' || value === null) return [];
  return (value instanceof Map || value instanceof Set ? [...value.values()] : Object.values(value)).flatMap(
    bufferSizes,
  );
};

describe.each(portPairs)('a small Buffer over $name', (pair) => {
  /** Collects the sizes of all buffers that either side sends. */
  function connectWatched(offered: Parameters<typeof connect>[1]) {
    const sizes: number[] = [];
    const watch = (port: RpcPort): RpcPort => ({
      send(message) {
        sizes.push(...bufferSizes(message));
        port.send(message);
      },
      onMessage: (listener) => port.onMessage(listener),
      onClose: (listener) => port.onClose(listener),
      close: () => port.close(),
    });
    const create = (): [RpcPort, RpcPort] => {
      const [near, far] = pair.create();
      return [watch(near), watch(far)];
    };
    return { ...connect({ create }, offered), sizes };
  }

  test('costs its own size as an argument, a result, in a notification and in a stream', async () => {
    const told = vi.fn();
    const { asking, sizes } = connectWatched({
      methods: { echo: (value) => ({ back: pooled(), value }), told },
      streams: {
        async *bytes() {
          yield pooled('one');
          yield pooled('two');
          yield { deep: [pooled('three')] };
        },
      },
    });
    const answer = await asking.call('echo', { file: { bytes: pooled() } });
    expect(answer).toEqual({
      back: new Uint8Array(Buffer.from('abc')),
      value: { file: { bytes: new Uint8Array(Buffer.from('abc')) } },
    });
    asking.notify('told', pooled());
    expect(await collect(asking.stream('bytes', null))).toEqual([
      new Uint8Array(Buffer.from('one')),
      new Uint8Array(Buffer.from('two')),
      { deep: [new Uint8Array(Buffer.from('three'))] },
    ]);
    expect(told.mock.calls[0]?.[0]).toEqual(new Uint8Array(Buffer.from('abc')));
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
  });
});

describe('withOwnBytes', () => {
  test('what holds no view of a part is handed on untouched', () => {
    const whole = new Uint8Array(16);
    for (const value of [null, 'text', 7, whole, { whole, list: [1, { whole }] }, new Date(), new Map([[1, whole]])]) {
      expect(withOwnBytes(value)).toBe(value);
    }
  });

  test('the value of the caller is not changed', () => {
    const bytes = pooled();
    const value = { bytes, list: [bytes] };
    const copy = withOwnBytes(value);
    expect(copy).not.toBe(value);
    expect(value).toEqual({ bytes, list: [bytes] });
    expect(value.bytes).toBe(bytes);
  });

  test('each kind of view keeps its kind and its elements', () => {
    const { buffer } = new Float64Array([1, 2, 3, 4]);
    const views = [
      new Float64Array(buffer, 8, 2),
      new Uint16Array(buffer, 8, 3),
      new DataView(buffer, 8, 8),
      new BigInt64Array(buffer, 8, 1),
      new Uint8ClampedArray(buffer, 1, 5),
    ];
    const copies = withOwnBytes(views);
    expect(copies).toEqual(views.map((view) => structuredClone(view)));
    expect(copies.map((view) => view.buffer.byteLength)).toEqual([16, 6, 8, 8, 5]);
  });

  test('views are found in maps and sets, and a ring stays a ring', () => {
    const value: Record<string, unknown> = {
      map: new Map([['a', pooled('map')]]),
      set: new Set([1, pooled('set'), 2]),
    };
    value.ring = value;
    const copy = withOwnBytes(value) as typeof value;
    expect(bufferSizes({ map: copy.map, set: copy.set })).toEqual([3, 3]);
    expect([...(copy.set as Set<unknown>)]).toEqual([1, new Uint8Array(Buffer.from('set')), 2]);
    expect(copy.ring).toBe(copy);
  });

  test('a value without end, and one that throws when it is read, are left to the port', () => {
    const ring: unknown[] = [];
    for (let n = 0; n < 50; n += 1) ring.push(ring);
    expect(withOwnBytes(ring)).toBe(ring);
    const trap = {
      get bytes() {
        throw new Error('gotcha');
      },
    };
    expect(withOwnBytes(trap)).toBe(trap);
    const both = { bytes: pooled(), call: () => 1 };
    expect(withOwnBytes(both)).toBe(both);
  });
});
