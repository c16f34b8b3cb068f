import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeAll, connect, connectBare } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';
import { type Batch, Kind, maxInBatch, type SendWindow } from '../wire/wire.ts';
import { batchSize } from './intake.ts';

afterEach(closeAll);

const kilobyte = 1024;
const window: SendWindow = { calls: 1000, batches: 4, bytes: 256 * kilobyte, messageBytes: 1024 * kilobyte };

describe.each(portPairs)('the window over $name', (pair) => {
  test('so many batches go unacknowledged, the rest waits, and all of it comes in its order', async () => {
    const { peer, bare, received } = connectBare(pair, { window });
    for (let n = 0; n < maxInBatch * 10; n += 1) peer.notify('event', n);
    await vi.waitFor(() => expect(received).toHaveLength(4));
    // An answered message shows that nothing else was in flight.
    const quiet = async () => {
      peer.notify('later', null);
      await new Promise((resolve) => setImmediate(resolve));
    };
    await quiet();
    expect(received).toHaveLength(4);
    bare.send([0, 2]);
    await vi.waitFor(() => expect(received).toHaveLength(6));
    await quiet();
    expect(received).toHaveLength(6);
    for (let sequence = 3; received.length < 11; sequence += 1) {
      bare.send([0, sequence]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const numbers = (received as unknown[][]).flatMap((batch) => batch.slice(2) as unknown[][]);
    expect(numbers.filter(([, name]) => name === 'event').map(([, , n]) => n)).toEqual(
      Array.from({ length: maxInBatch * 10 }, (_, n) => n),
    );
  });

  test('so many bytes go unacknowledged, and messages of many bytes in batches of their own', async () => {
    const { peer, bare, received } = connectBare(pair, { window });
    for (let n = 0; n < 8; n += 1) peer.notify('bytes', new Uint8Array(200 * kilobyte));
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect((received[0] as unknown[]).slice(2)).toHaveLength(2);
    bare.send([0, 1]);
    await vi.waitFor(() => expect(received).toHaveLength(2));
  });

  test('a message that is too large is refused where it is sent, and what is said beside and after it arrives', async () => {
    const { asking, answering } = connect(pair, {
      window,
      methods: { text: (length) => 'x'.repeat(Number(length)), bytes: (length) => new Uint8Array(Number(length)) },
    });
    const tooLarge = expect(asking.call('text', 3000 * kilobyte)).rejects.toThrow(
      'The result cannot be sent: it has 3 MB, and a message has 1 MB at the most',
    );
    expect(await asking.call('text', 3)).toBe('xxx');
    await tooLarge;
    await expect(asking.call('bytes', 5000 * kilobyte)).rejects.toMatchObject({ code: 'not-cloneable' });
    expect(await asking.call('bytes', 900 * kilobyte)).toHaveLength(900 * kilobyte);
    await expect(answering.call('any', 'x'.repeat(2000 * kilobyte))).rejects.toMatchObject({ code: 'not-cloneable' });
  });

  test('both sides reckon alike what is under way', async () => {
    const { peer, bare, received } = connectBare(pair, { window });
    // Texts, values that JSON cannot represent, and both in one batch.
    const contents = [
      1,
      'text',
      [null, true],
      { a: undefined },
      new Uint8Array(70 * kilobyte),
      'x'.repeat(100 * kilobyte),
    ];
    for (let n = 0; n < 40; n += 1) peer.notify('any', contents[n % contents.length]);
    const sizes = () => (received as Batch[]).map(batchSize);
    const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
    await vi.waitFor(() => expect(sumOf(sizes())).toBeGreaterThanOrEqual(window.bytes));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sumOf(sizes().slice(0, -1))).toBeLessThan(window.bytes);
    bare.send([0, 1]);
    const [first = 0] = sizes();
    await vi.waitFor(() => expect(sumOf(sizes()) - first).toBeGreaterThanOrEqual(window.bytes));
  });

  test('two sides that are both held to it answer each other without end', async () => {
    const window = { calls: 1000, batches: 16, bytes: 256 * kilobyte, messageBytes: 1024 * kilobyte };
    const echo = { echo: (value: unknown) => value };
    const { asking, answering } = connect(pair, { window, methods: echo }, { window, methods: echo });
    const calls = Array.from({ length: 3_000 }, (_, n) => n);
    const ask = (peer: typeof asking) => Promise.all(calls.map((n) => peer.call('echo', n)));
    expect(await Promise.all([ask(asking), ask(answering)])).toEqual([calls, calls]);
  });

  test('large answers and streams, which ask for nothing, are acknowledged before the window is full', async () => {
    const { asking } = connect(pair, {
      window,
      methods: { bytes: () => new Uint8Array(300 * kilobyte) },
      streams: {
        async *pieces() {
          for (let n = 0; n < 30; n += 1) yield new Uint8Array(100 * kilobyte);
        },
      },
    });
    for (let n = 0; n < 5; n += 1) expect(await asking.call('bytes', null)).toHaveLength(300 * kilobyte);
    let pieces = 0;
    for await (const _piece of asking.stream('pieces', null)) pieces += 1;
    expect(pieces).toBe(30);
  });

  test('what cannot be cloned in a full window is told, and the others of its batch keep to the window', async () => {
    const { peer, bare, received, dropped } = connectBare(pair, { window });
    for (let n = 0; n < 100; n += 1) peer.notify('event', n === 50 ? () => 1 : n);
    await vi.waitFor(() => expect(received).toHaveLength(4));
    for (let sequence = 1; sequence < 99; sequence += 1) {
      bare.send([0, sequence]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await vi.waitFor(() => expect(received).toHaveLength(99));
    expect(dropped).toEqual([expect.stringContaining('cannot be sent')]);
  });

  test('an acknowledgement goes out although the window is full', async () => {
    const { peer, bare, received } = connectBare(pair, { window, methods: { event: () => undefined } });
    for (let n = 0; n < maxInBatch * 5; n += 1) peer.notify('event', n);
    await vi.waitFor(() => expect(received).toHaveLength(4));
    bare.send([7, 0, [Kind.notify, 'event', null]]);
    await vi.waitFor(() => expect(received.at(-1)).toEqual([0, 7]));
  });

  test('so many calls go unanswered, and the others follow, but for those that were cancelled meanwhile', async () => {
    const calls = { ...window, calls: 3, batches: 100 };
    const { peer, bare, received } = connectBare(pair, { window: calls });
    const abort = new AbortController();
    const answers = Array.from({ length: 10 }, (_, n) => peer.call('ask', n, n === 4 ? { signal: abort.signal } : {}));
    const settled = Promise.allSettled(answers);
    const sent = () => (received as unknown[][]).flatMap((batch) => batch.slice(2) as unknown[][]);
    await vi.waitFor(() => expect(sent()).toHaveLength(3));
    abort.abort();
    for (let id = 1; id <= 10; id += 1) {
      if (id === 5) continue;
      await vi.waitFor(() => expect(sent().map(([, sentId]) => sentId)).toContain(id));
      bare.send([0, 0, [Kind.reply, id, id]]);
    }
    const outcome = (await settled).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code));
    expect(outcome).toEqual([1, 2, 3, 4, 'cancelled', 6, 7, 8, 9, 10]);
    expect(sent().map(([kind]) => kind)).toEqual(Array(9).fill(Kind.request));
  });
});
