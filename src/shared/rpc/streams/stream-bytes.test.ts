import { afterEach, describe, expect, test } from 'vitest';
import { Outbox } from '../batches/outbox.ts';
import { closeAll, connect } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';
import { type Batch, Kind, messagesOf } from '../wire/wire.ts';

afterEach(closeAll);

const megabyte = 1024 ** 2;

describe.each(portPairs)('a stream whose bytes are too many at once over $name', (pair) => {
  const bytes = (length: number) => new Uint8Array(length);

  test('goes on whatever is taken when, and whatever its items are', async () => {
    const lengths = [3 * megabyte, 1, 1, 1, 2 * megabyte, 900_000, 200_000, ...Array(300).fill(10_000), megabyte, 5];
    for (const credit of [1, 2, 7, 256]) {
      const { asking } = connect(pair, {
        streams: {
          async *mixed() {
            for (const length of lengths) yield bytes(length);
          },
        },
        methods: { nothing: () => null },
      });
      const seen: number[] = [];
      for await (const item of asking.stream('mixed', null, { credit })) {
        seen.push((item as Uint8Array).byteLength);
        if (seen.length % 5 === 0) await asking.call('nothing', null);
      }
      expect(seen).toEqual(lengths);
    }
  });

  test('does not hold up another, nor a call', async () => {
    const { asking } = connect(pair, {
      streams: {
        async *large() {
          for (;;) yield bytes(megabyte);
        },
        async *small() {
          for (let n = 0; n < 1000; n += 1) yield n;
        },
      },
      methods: { add: (n) => (n as number) + 1 },
    });
    const paused = asking.stream('large', null)[Symbol.asyncIterator]();
    await paused.next();
    let last: unknown;
    for await (const item of asking.stream('small', null)) last = item;
    expect(last).toBe(999);
    expect(await asking.call('add', 1)).toBe(2);
    await paused.return?.();
  });
});

test('that a stream waits for credit is sent although something in the same batch cannot be', async () => {
  const [pair] = portPairs;
  const [near, far] = pair?.create() ?? [];
  if (!near || !far) throw new Error('There are no ports');
  const received: unknown[] = [];
  far.onMessage((batch) => void received.push(...(messagesOf(batch as Batch) ?? [])));
  const outbox = new Outbox(near, { onNotCloneable: () => undefined });
  outbox.push([Kind.reply, 1, () => 'no'], 'wrong');
  outbox.push([Kind.chunk, 2, []], 'large');
  await expect.poll(() => received).toEqual([[Kind.chunk, 2, []]]);
});
