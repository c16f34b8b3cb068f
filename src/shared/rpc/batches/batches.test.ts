import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeAll, connect, connectBare } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';
import { Kind, maxInBatch } from '../wire/wire.ts';

afterEach(closeAll);

describe.each(portPairs)('batches over $name', (pair) => {
  test('a burst goes in full batches while it goes on, in its order', async () => {
    const { peer, received } = connectBare(pair, {});
    const numbers = Array.from({ length: maxInBatch * 3 + 100 }, (_, n) => n);
    for (const n of numbers) peer.notify('event', n);
    await vi.waitFor(() => expect(received.flat().filter(Array.isArray)).toHaveLength(numbers.length));
    const batches = received as unknown[][];
    expect(batches.map((batch) => batch.length - 2)).toEqual([maxInBatch, maxInBatch, maxInBatch, 100]);
    expect(batches.flatMap((batch) => batch.slice(2)).map((message) => (message as unknown[])[2])).toEqual(numbers);
  });

  test('events of one method that follow each other are told apart, whatever is between them', async () => {
    const told: unknown[] = [];
    const tell = (name: string) => (value: unknown) => void told.push([name, value]);
    const { asking, batchCount } = connect(pair, { methods: { a: tell('a'), b: tell('b') } });
    const said: [string, unknown][] = [
      ['a', 1],
      ['a', [2, 3]],
      ['b', null],
      ['b', []],
      ['a', 'a'],
      ['b', { a: 1 }],
    ];
    for (const [method, value] of said) asking.notify(method, value);
    const called = asking.call('a', 'called');
    asking.notify('a', 'last');
    await called;
    expect(told).toEqual([...said, ['a', 'called'], ['a', 'last']]);
    expect(batchCount()).toBe(1);
  });

  test('what is changed after it was sent arrives as it was', async () => {
    const told: unknown[] = [];
    const { asking } = connect(pair, { methods: { tell: (value) => void told.push(value), last: () => null } });
    const event = { step: 0, list: [0] };
    for (; event.step < 3; event.step += 1) {
      event.list[0] = event.step;
      asking.notify('tell', event);
    }
    await asking.call('last', null);
    expect(told).toEqual([0, 1, 2].map((step) => ({ step, list: [step] })));
  });

  test('more events in one text than a batch may have are refused, and none is handled', async () => {
    const handler = vi.fn();
    const { bare, dropped } = connectBare(pair, { methods: { tell: handler } });
    const run = JSON.stringify([Kind.notify, 'tell', ...Array.from({ length: maxInBatch }, () => 0)]);
    bare.send([1, 0, `[${run},[${Kind.notify},"tell",1]]`]);
    await vi.waitFor(() => expect(dropped).toHaveLength(1));
    expect(handler).not.toHaveBeenCalled();
    bare.send([2, 0, `[${run}]`]);
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(maxInBatch));
  });

  test('items of many streams in turn go in full batches too', async () => {
    const { bare, received } = connectBare(pair, {
      streams: {
        async *items() {
          for (let n = 0; n < 10; n += 1) yield n;
        },
      },
    });
    for (let id = 1; id <= 600; id += 1) bare.send([0, 0, [Kind.openStream, id, 'items', null, 20]]);
    await vi.waitFor(() => expect(JSON.stringify(received.at(-1))).toContain(`[${Kind.end},600]`));
    for (const batch of received as unknown[][]) expect(batch.length).toBeLessThanOrEqual(maxInBatch + 2);
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
    for (let n = 0; n < maxInBatch * 10; n += 1) asking.notify('event', n);
    await vi.waitFor(() => expect(asking.oldestUnacknowledgedAt).toBeUndefined());
    expect(seen).toBe(maxInBatch * 10);
    expect(batchCount()).toBeLessThan(5);
  });
});
