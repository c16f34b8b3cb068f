import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { lengthOf } from '../../testing/soak.ts';
import { RpcError } from '../rpc-error.ts';
import { closeAll, connect, connectBare, rejection } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';
import { isBatch, isMessage, Kind, longestText, maxInBatch } from './wire.ts';

afterEach(closeAll);

const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true });
const small = fc.integer({ min: -2, max: 12 });
/** Malformed messages: a plausible kind with arbitrary fields. */
const nearMessage = fc.array(fc.oneof(small, fc.string(), anything), { maxLength: 6 });
const nearBatch = fc.tuple(small, small, fc.array(fc.oneof(nearMessage, anything), { maxLength: 4 }));

describe.each(portPairs)('bad messages over $name', (pair) => {
  test('rubbish never throws and never reaches a handler, and the peer goes on working', {
    tags: ['search'],
  }, async () => {
    const handler = vi.fn();
    const { bare, peer, received } = connectBare(pair, {
      methods: { handler, alive: () => 'alive' },
      streams: { stream: handler },
    });
    let last = 0;
    const sendAndWait = async (message: unknown) => {
      bare.send(message);
      last += 1;
      bare.send([0, 0, [Kind.request, 1_000_000 + last, 'alive', null]]);
      await vi.waitFor(() => expect(JSON.stringify(received.at(-1))).toContain(`${1_000_000 + last},"alive"`), {
        interval: 1,
      });
      received.length = 0;
    };
    await fc.assert(fc.asyncProperty(anything, sendAndWait), { numRuns: lengthOf(30, 1_000) });
    await fc.assert(
      fc.asyncProperty(nearBatch, ([sequence, acknowledged, messages]) =>
        sendAndWait([sequence, acknowledged, ...messages]),
      ),
      { numRuns: lengthOf(50, 1_500) },
    );
    expect(handler).not.toHaveBeenCalled();
    expect(peer.isClosed).toBe(false);
  });

  test.each([
    ['a request without an argument', [Kind.request, 7, 'handler']],
    ['a request whose method is no name', [Kind.request, 7, 5, null]],
    ['a stream without credit', [Kind.openStream, 7, 'handler', null]],
    ['a stream with credit that is no number', [Kind.openStream, 7, 'handler', null, 'much']],
  ])('%s is answered with an error, so that nobody waits for it', async (_what, message) => {
    const handler = vi.fn();
    const { bare, peer, dropped, received } = connectBare(pair, { methods: { handler }, streams: { handler } });
    bare.send([0, 0, message]);
    await vi.waitFor(() =>
      expect(received).toEqual([
        [0, 0, [Kind.error, 7, expect.objectContaining({ name: 'RpcError', code: 'bad-message' })]],
      ]),
    );
    expect(peer.badMessageCount).toBe(1);
    expect(dropped).toEqual(['not a message of the protocol']);
    expect(handler).not.toHaveBeenCalled();
  });

  test('a malformed request under an id that is in use does not answer for the one that runs', async () => {
    const { bare, received, dropped } = connectBare(pair, { methods: { run: () => new Promise(() => undefined) } });
    bare.send([0, 0, [Kind.request, 5, 'run', null]]);
    bare.send([4, 0, [Kind.request, 5]]);
    await vi.waitFor(() => expect(received).toEqual([[0, 4]]));
    expect(dropped).toEqual(['the id 5 is in use']);
  });

  test.each(['toString', 'constructor', '__proto__', 'hasOwnProperty', 'then', ''])(
    'the name "%s" is unknown, whatever way it is asked for',
    async (name) => {
      const { bare, peer, dropped, received } = connectBare(pair, { methods: { own: () => 1 }, streams: {} });
      bare.send([0, 0, [Kind.request, 1, name, null], [Kind.openStream, 2, name, null, 9], [Kind.notify, name, null]]);
      await vi.waitFor(() => expect(received.flat(1).filter(Array.isArray)).toHaveLength(2));
      const answers = received.flat(1).filter(Array.isArray);
      expect(answers.map(([kind, id, error]) => [kind, id, error.code])).toEqual([
        [Kind.error, 1, 'unknown-method'],
        [Kind.error, 2, 'unknown-method'],
      ]);
      expect(dropped).toHaveLength(3);
      expect(peer.badMessageCount).toBe(3);
    },
  );

  test('an argument that the handler refuses counts as a bad message, a failing handler does not', async () => {
    const { asking, answering, dropped } = connect(pair, {
      methods: {
        refuses: () => {
          throw new RpcError('invalid-params', 'a number is wanted');
        },
        refusesLater: async () => {
          throw new RpcError('invalid-params', 'a word is wanted');
        },
        fails: () => {
          throw new Error('broken');
        },
      },
    });
    for (const method of ['refuses', 'refusesLater', 'fails']) await rejection(asking.call(method, null));
    expect(answering.badMessageCount).toBe(2);
    expect(dropped).toEqual(['refuses: a number is wanted', 'refusesLater: a word is wanted']);
    asking.notify('refuses', null);
    asking.notify('fails', null);
    await vi.waitFor(() => expect(dropped).toHaveLength(4));
    expect(answering.badMessageCount).toBe(3);
  });

  test('a batch that would hold up all else is dropped whole, with one word', async () => {
    const handler = vi.fn();
    const { bare, peer, dropped } = connectBare(pair, { methods: { handler } });
    const batchOf = (length: number) => [0, 0, ...Array.from({ length }, () => [Kind.notify, 'handler', null])];
    bare.send(batchOf(maxInBatch));
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(maxInBatch));
    bare.send(batchOf(maxInBatch + 1));
    await vi.waitFor(() => expect(dropped).toEqual([`a batch that holds no messages, or more than ${maxInBatch}`]));
    expect(handler).toHaveBeenCalledTimes(maxInBatch);
    expect(peer.badMessageCount).toBe(1);
  });

  test.each([
    ['no array', { 0: 1, 1: 0, length: 2 }],
    ['nothing', null],
    ['an empty array', []],
    ['a batch without an acknowledgement', [1]],
    ['a negative sequence', [-1, 0]],
    ['a fraction', [0.5, 0]],
    ['text for a sequence', ['1', 0]],
    ['an unsafe sequence', [2 ** 60, 0]],
  ])('%s is dropped with a word', async (_what, message) => {
    const { bare, dropped } = connectBare(pair, {});
    bare.send(message);
    await vi.waitFor(() => expect(dropped).toEqual(['not a batch of messages']));
  });

  test('answers to what was never asked change nothing', async () => {
    const { bare, peer, dropped, received } = connectBare(pair, { methods: { alive: () => 'alive' } });
    const pending = peer.call('mine', null);
    let isSettled = false;
    pending.catch(() => undefined).finally(() => (isSettled = true));
    await vi.waitFor(() => expect(received).toHaveLength(1));
    bare.send([
      0,
      0,
      [Kind.reply, 99, 'x'],
      [Kind.error, 98, { message: 'x' }],
      [Kind.cancel, 97],
      [Kind.chunk, 96, [1]],
      [Kind.chunk, 1, [1]],
      [Kind.credit, 95, 5],
      [Kind.end, 94],
      [Kind.end, 1],
      [Kind.request, 1, 'alive', null],
    ]);
    await vi.waitFor(() => expect(received.at(-1)).toEqual([0, 0, [Kind.reply, 1, 'alive']]));
    expect(isSettled).toBe(false);
    expect(dropped).toEqual([]);
    bare.send([0, 0, [Kind.reply, 1, 'answer']]);
    expect(await pending).toBe('answer');
  });

  test('an id that is in use is refused, so that what runs under it can still be aborted', async () => {
    const signals: AbortSignal[] = [];
    const run = (_: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    };
    const { bare, peer, dropped } = connectBare(pair, {
      methods: { run },
      streams: {
        async *stream(_, { signal }) {
          signals.push(signal);
          yield 1;
          await new Promise(() => undefined);
        },
      },
    });
    bare.send([0, 0, [Kind.request, 5, 'run', null], [Kind.request, 5, 'run', null]]);
    bare.send([0, 0, [Kind.openStream, 6, 'stream', null, 9], [Kind.openStream, 6, 'stream', null, 9]]);
    bare.send([0, 0, [Kind.openStream, 5, 'stream', null, 9], [Kind.request, 6, 'run', null]]);
    await vi.waitFor(() => expect(dropped).toHaveLength(4));
    expect(signals).toHaveLength(2);
    peer.close();
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
  });

  test.each<[what: string, text: string]>([
    ['is no JSON', '[[1,"handler",null]'],
    ['is no list', '{"0":[1,"handler",null]}'],
    ['is longer than a sender makes one', JSON.stringify([[1, 'handler', 'x'.repeat(longestText)]])],
    ['has too many messages', JSON.stringify(Array.from({ length: maxInBatch + 1 }, () => [1, 'handler', null]))],
  ])('a text that %s is dropped whole, and what follows it is answered', async (_, text) => {
    const handler = vi.fn();
    const { bare, dropped, received } = connectBare(pair, { methods: { handler, alive: () => 'alive' } });
    bare.send([1, 0, text]);
    bare.send([2, 0, JSON.stringify([[Kind.request, 1, 'alive', null]])]);
    await vi.waitFor(() => expect(received.flat()).toContainEqual([Kind.reply, 1, 'alive']));
    expect(dropped).toEqual([`a batch that holds no messages, or more than ${maxInBatch}`]);
    expect(handler).not.toHaveBeenCalled();
  });

  test('a batch that claims four thousand million messages costs nothing', async () => {
    const { bare, dropped, received } = connectBare(pair, { methods: { alive: () => 'alive' } });
    const endless: unknown[] = [0, 0];
    endless.length = 2 ** 32 - 1;
    bare.send(endless);
    bare.send([0, 0, [Kind.request, 1, 'alive', null]]);
    await vi.waitFor(() => expect(received).toEqual([[0, 0, [Kind.reply, 1, 'alive']]]), { timeout: 60_000 });
    expect(dropped).toEqual([`a batch that holds no messages, or more than ${maxInBatch}`]);
  });

  test('a chunk that claims as many items ends that stream alone', async () => {
    const { bare, peer, received } = connectBare(pair, { methods: { alive: () => 'alive' } });
    const items = peer.stream('flood', null)[Symbol.asyncIterator]();
    await vi.waitFor(() => expect(received).toHaveLength(1));
    const chunk: unknown[] = [];
    chunk.length = 2 ** 32 - 1;
    bare.send([0, 0, [Kind.chunk, 1, chunk]]);
    await expect(items.next()).rejects.toMatchObject({ code: 'bad-message' });
    expect(peer.isClosed).toBe(false);
  });
});

describe('the wire', () => {
  test.each([
    [[Kind.request, 1, 'name', undefined], true],
    [[Kind.request, 1, 'name'], false],
    [[Kind.request, '1', 'name', null], false],
    [[Kind.request, 1, 2, null], false],
    [[Kind.notify, 'name', null], true],
    [[Kind.notify, 1, null], false],
    [[Kind.reply, 1, null], true],
    [[Kind.reply, -1, null], false],
    [[Kind.error, 1, null], true],
    [[Kind.error, 1], false],
    [[Kind.cancel, 1], true],
    [[Kind.cancel, 1.5], false],
    [[Kind.openStream, 1, 'name', null, 0], true],
    [[Kind.openStream, 1, 'name', null, -1], false],
    [[Kind.openStream, 1, 'name', null], false],
    [[Kind.chunk, 1, []], true],
    [[Kind.chunk, 1, 'items'], false],
    [[Kind.credit, 1, 1], true],
    [[Kind.credit, 1, Number.NaN], false],
    [[Kind.end, 1], true],
    [[Kind.end, 1, 2], false],
    [[99, 1], false],
    [['0', 1, 'name', null], false],
    ['text', false],
    [undefined, false],
  ])('that %j is a message is %s', (value, expected) => {
    expect(isMessage(value)).toBe(expected);
  });

  test('a batch begins with two counts', () => {
    expect([[0, 0], [3, 2, 'x'], [0], [0, -1], 'text', null].map(isBatch)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
