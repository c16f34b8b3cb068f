import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeAll, connect, connectBare } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';
import { Kind } from '../wire/wire.ts';

afterEach(closeAll);

describe.each(portPairs)('acknowledgement over $name', (pair) => {
  test('comes after the handler’s synchronous part, without waiting for the answer', async () => {
    const steps: string[] = [];
    const { bare } = connectBare(pair, {
      methods: {
        async forever() {
          steps.push('handler begins', 'synchronous part ends');
          await new Promise(() => undefined);
        },
      },
    });
    bare.onMessage((message) => void steps.push(`received ${JSON.stringify(message)}`));
    bare.send([5, 0, [Kind.request, 1, 'forever', null]]);
    await vi.waitFor(() => expect(steps).toEqual(['handler begins', 'synchronous part ends', 'received [0,5]']));
  });

  test('comes after everything in the batch has begun', async () => {
    const begun: unknown[] = [];
    const { bare, received } = connectBare(pair, {
      methods: {
        begin(n) {
          begun.push([n, received.length]);
          return new Promise(() => undefined);
        },
      },
    });
    bare.send([9, 0, [Kind.request, 1, 'begin', 'a'], [Kind.notify, 'begin', 'b'], [Kind.request, 2, 'begin', 'c']]);
    await vi.waitFor(() => expect(received).toEqual([[0, 9]]));
    expect(begun).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 0],
    ]);
  });

  test.each([
    ['a call', (peer: ReturnType<typeof connectBare>['peer']) => void peer.call('x', 0).catch(() => undefined)],
    ['a notification', (peer: ReturnType<typeof connectBare>['peer']) => peer.notify('x', 0)],
    ['a stream', (peer: ReturnType<typeof connectBare>['peer']) => void peer.stream('x', 0)],
  ])('%s is unacknowledged until the other side says so', async (_what, send) => {
    const { peer, bare, received } = connectBare(pair, {});
    send(peer);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect((received[0] as unknown[]).slice(0, 2)).toEqual([1, 0]);
    const sentAt = peer.oldestUnacknowledgedAt;
    expect(sentAt).toBeLessThanOrEqual(performance.now());
    send(peer);
    await vi.waitFor(() => expect(received).toHaveLength(2));
    expect(peer.oldestUnacknowledgedAt).toBe(sentAt);
    bare.send([0, 2]);
    await vi.waitFor(() => expect(peer.oldestUnacknowledgedAt).toBeUndefined());
  });

  test('an acknowledgement of an earlier message leaves the later one outstanding', async () => {
    const { peer, bare, received } = connectBare(pair, {});
    peer.notify('x', 1);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    const first = peer.oldestUnacknowledgedAt ?? 0;
    await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(first));
    peer.notify('x', 2);
    await vi.waitFor(() => expect(received).toHaveLength(2));
    bare.send([0, 1]);
    await vi.waitFor(() => expect(peer.oldestUnacknowledgedAt).toBeGreaterThan(first));
    bare.send([0, 2]);
    await vi.waitFor(() => expect(peer.oldestUnacknowledgedAt).toBeUndefined());
  });

  test('rides on an answer that is ready, in one port message', async () => {
    const { asking, batchCount } = connect(pair, { methods: { echo: async (value) => value } });
    expect(await asking.call('echo', 1)).toBe(1);
    expect(batchCount()).toBe(1);
    expect(asking.oldestUnacknowledgedAt).toBeUndefined();
  });

  test('waits a moment for an answer that it can ride on', async () => {
    const soon = async (value: unknown) => {
      await new Promise((resolve) => setTimeout(resolve));
      return value;
    };
    const { asking, batchCount } = connect(pair, { methods: { soon } });
    expect(await asking.call('soon', 1)).toBe(1);
    expect(batchCount()).toBe(1);
    expect(asking.oldestUnacknowledgedAt).toBeUndefined();
  });

  test('answers, cancels and credit ask for none, so two idle peers are silent', async () => {
    const { peer, bare, received } = connectBare(pair, { methods: { echo: (value) => value } });
    bare.send([7, 0, [Kind.request, 1, 'echo', 'x']]);
    await vi.waitFor(() => expect(received).toEqual([[0, 7, [Kind.reply, 1, 'x']]]));
    expect(peer.oldestUnacknowledgedAt).toBeUndefined();
  });

  test.each(['notifies', 'calls'])(
    'a message in the same turn that cannot be cloned does not swallow it: %s',
    async (method) => {
      const { bare, peer, received } = connectBare(pair, {
        methods: {
          // The failing message is the only one of this turn.
          notifies() {
            peer.notify('x', () => 1);
            return new Promise(() => undefined);
          },
          calls() {
            peer.call('x', () => 1).catch(() => undefined);
            return new Promise(() => undefined);
          },
        },
      });
      bare.send([3, 0, [Kind.request, 1, method, null]]);
      await vi.waitFor(() => expect(received).toEqual([[0, 3]]));
    },
  );

  test('closing forgets what was outstanding', async () => {
    const { peer, received } = connectBare(pair, {});
    peer.notify('x', 1);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(peer.oldestUnacknowledgedAt).toBeDefined();
    peer.close();
    expect(peer.oldestUnacknowledgedAt).toBeUndefined();
  });
});
