import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeAll, collect, connect } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';

afterEach(closeAll);

describe.each(portPairs)('giving up over $name', (pair) => {
  test('settles all that is pending with the reason, aborts it at the other side, and both may go on asking', async () => {
    const signals: AbortSignal[] = [];
    const wait = (_: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    };
    const { asking, answering } = connect(
      pair,
      {
        methods: { wait, echo: (params) => params },
        streams: {
          async *silent(params, context) {
            yield await wait(params, context);
          },
        },
      },
      { methods: { save: (params) => params } },
    );
    const pending = [asking.call('wait', null, { deadlineMs: 60_000 }), collect(asking.stream('silent', null))];
    await vi.waitFor(() => expect(signals).toHaveLength(2));
    const reason = new Error('it is going to end');
    asking.giveUp(reason);
    expect(await Promise.allSettled(pending)).toEqual(pending.map(() => ({ status: 'rejected', reason })));
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]));
    expect(asking.pendingCount).toBe(0);
    expect(await answering.call('save', 'last words')).toBe('last words');
    expect(await asking.call('echo', 'still there')).toBe('still there');
  });
});
