import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { lengthOf } from '../../testing/soak.ts';
import { RpcError } from '../rpc-error.ts';
import { closeAll, connectBare } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';
import { isBatch, isMessage, Kind } from './wire.ts';

afterEach(closeAll);

const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true });
const small = fc.integer({ min: -2, max: 12 });
/** Malformed messages: a plausible kind with arbitrary fields. */
const nearMessage = fc.array(fc.oneof(small, fc.string(), anything), { maxLength: 6 });
const nearBatch = fc.tuple(small, small, fc.array(fc.oneof(nearMessage, anything), { maxLength: 4 }));

describe('messages of random shape', () => {
  const inherited = ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf', ''];
  const name = fc.oneof(fc.constantFrom('add', 'tell', 'stream'), fc.constantFrom(...inherited), fc.string());
  const params = fc.oneof({ weight: 3, arbitrary: fc.record({ n: fc.integer() }) }, anything);
  let lastId = 0;
  // Unique, as the id of an open stream would be refused.
  const freshId = fc.constant(null).map(() => ++lastId);
  const noId = anything.filter((value) => !Number.isSafeInteger(value) || (value as number) < 0);
  const id = fc.oneof({ weight: 3, arbitrary: freshId }, noId);
  const message = fc.oneof(
    fc.tuple(fc.constant(Kind.request), id, name, params),
    fc.tuple(fc.constant(Kind.notify), name, params),
    fc.tuple(fc.constant(Kind.openStream), id, name, params, fc.oneof(small, anything)),
    fc.tuple(fc.constantFrom(Kind.reply, Kind.error, Kind.chunk, Kind.credit), id, fc.oneof(small, anything)),
    fc.tuple(fc.constantFrom(Kind.cancel, Kind.end), id),
    nearMessage,
    anything,
  );
  const batch = fc.oneof(
    { weight: 9, arbitrary: fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: 99 }), message).map((parts) => [...parts]) },
    nearBatch.map(([sequence, acknowledged, messages]) => [sequence, acknowledged, ...messages]),
    anything,
  );
  const isNumbered = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && Number.isSafeInteger((value as { n?: unknown }).n);

  test('never throw, and only those that are right reach a handler', { tags: ['search'] }, async () => {
    const [pair] = portPairs;
    if (!pair) throw new Error('There is no pair');
    const seen: unknown[] = [];
    const checked = (params: unknown) => {
      if (!isNumbered(params)) throw new RpcError('invalid-params', 'a number is wanted');
      seen.push(params);
      return null;
    };
    const { bare, peer, dropped, received } = connectBare(pair, {
      methods: { add: checked, tell: checked, alive: () => 'alive' },
      streams: {
        stream(params) {
          checked(params);
          return (async function* () {})();
        },
      },
    });
    const expected: unknown[] = [];
    let outrageous = 0;
    fc.assert(
      fc.property(batch, (value) => {
        bare.send(value);
        if (!isBatch(value)) outrageous += 1;
        else
          for (const part of value.slice(2)) {
            if (!isMessage(part)) {
              outrageous += 1;
              break;
            }
            const [kind, called, argument] =
              part[0] === Kind.notify ? [part[0], part[1], part[2]] : [part[0], part[2], part[3]];
            const isCall = (kind === Kind.request || kind === Kind.notify) && (called === 'add' || called === 'tell');
            const isStream = kind === Kind.openStream && called === 'stream';
            if ((isCall || isStream) && isNumbered(argument)) expected.push(argument);
          }
      }),
      { numRuns: lengthOf(2_000, 50_000) },
    );
    bare.send([0, 0, [Kind.request, 2 ** 40, 'alive', null]]);
    await vi.waitFor(() => expect(received.flat().some((answer) => isAnswerTo(answer, 2 ** 40))).toBe(true));
    expect(peer.isClosed).toBe(false);
    expect(expected.length).toBeGreaterThan(lengthOf(40, 1_000));
    expect(seen).toHaveLength(expected.length);
    expect(outrageous).toBeGreaterThan(lengthOf(200, 5_000));
    expect(peer.badMessageCount).toBeGreaterThanOrEqual(outrageous);
    expect(dropped).toHaveLength(peer.badMessageCount);
  });

  const isAnswerTo = (answer: unknown, id: number): boolean =>
    Array.isArray(answer) && answer[0] === Kind.reply && answer[1] === id;
});
