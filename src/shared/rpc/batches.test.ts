import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeAll, connect, connectBare } from './test-support/connect.ts';
import { portPairs } from './test-support/port-pairs.ts';
import { Kind } from './wire.ts';

afterEach(closeAll);

describe.each(portPairs)('batches over $name', (pair) => {
  test('a burst goes in full batches while it goes on, in its order', async () => {
    const { peer, received } = connectBare(pair, {});
    const numbers = Array.from({ length: 1000 }, (_, n) => n);
    for (const n of numbers) peer.notify('event', n);
    await vi.waitFor(() => expect(received.flat().filter(Array.isArray)).toHaveLength(1000));
    const batches = received as unknown[][];
    expect(batches.map((batch) => batch.length - 2)).toEqual([128, 128, 128, 128, 128, 128, 128, 104]);
    expect(batches.flatMap((batch) => batch.slice(2)).map((message) => (message as unknown[])[2])).toEqual(numbers);
  });

  test('items of many streams in turn go in full batches too', async () => {
    const { bare, received } = connectBare(pair, {
      streams: {
        async *items() {
          for (let n = 0; n < 10; n += 1) yield n;
        },
      },
    });
    for (let id = 1; id <= 300; id += 1) bare.send([0, 0, [Kind.openStream, id, 'items', null, 20]]);
    await vi.waitFor(() => expect(JSON.stringify(received.at(-1))).toContain(`[${Kind.end},300]`));
    for (const batch of received as unknown[][]) expect(batch.length).toBeLessThanOrEqual(130);
  });

  test('what one turn has to say is one port message, answers of async handlers that did not wait among it', async () => {
    const { asking, batchCount } = connect(pair, {
      methods: {
        now: (n) => n,
        soon: async (n) => n,
      },
    });
    await Promise.all([asking.call('now', 1), asking.call('soon', 2), asking.call('soon', 3), asking.call('now', 4)]);
    expect(batchCount()).toBe(1);
  });

  test('the batches of a burst are acknowledged, and with far fewer messages than they are', async () => {
    let seen = 0;
    const { asking, batchCount } = connect(pair, { methods: { event: () => void seen++ } });
    for (let n = 0; n < 128 * 40; n += 1) asking.notify('event', n);
    await vi.waitFor(() => expect(asking.oldestUnacknowledgedAt).toBeUndefined());
    expect(seen).toBe(128 * 40);
    expect(batchCount()).toBeLessThan(20);
  });
});
