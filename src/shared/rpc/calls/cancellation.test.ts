import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeAll, connect, gate } from '../test-support/connect.ts';
import { portPairs } from '../test-support/port-pairs.ts';

afterEach(closeAll);

describe.each(portPairs)('cancellation over $name', (pair) => {
  test('a cancelled caller settles at once, although the handler never does', async () => {
    const { asking } = connect(pair, { methods: { forever: () => new Promise(() => undefined) } });
    const abort = new AbortController();
    const call = asking.call('forever', null, { signal: abort.signal });
    let isSettled = false;
    call.catch(() => {
      isSettled = true;
    });
    abort.abort();
    await Promise.resolve();
    await Promise.resolve();
    expect(isSettled).toBe(true);
    await expect(call).rejects.toMatchObject({ name: 'RpcError', code: 'cancelled', message: 'forever was cancelled' });
    expect(asking.pendingCount).toBe(0);
  });

  test('the handler’s signal aborts, and its late answer goes nowhere', async () => {
    const { promise, open } = gate();
    let signal: AbortSignal | undefined;
    const { asking, answers } = connect(pair, {
      methods: {
        async slow(_, context) {
          signal = context.signal;
          await promise;
          return 'too late';
        },
        other: () => 'other',
      },
    });
    const abort = new AbortController();
    const call = asking.call('slow', null, { signal: abort.signal });
    await vi.waitFor(() => expect(signal?.aborted).toBe(false));
    abort.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    open();
    expect(await asking.call('other', null)).toBe('other');
    expect(answers.map((message) => message[2])).toEqual(['other']);
  });

  test('a call whose signal has aborted already is not made', async () => {
    const handler = vi.fn();
    const { asking } = connect(pair, { methods: { handler, last: () => 'last' } });
    await expect(asking.call('handler', null, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    await asking.call('last', null);
    expect(handler).not.toHaveBeenCalled();
  });

  test('cancelling one call leaves its neighbours alone', async () => {
    const { promise, open } = gate();
    const { asking } = connect(pair, { methods: { wait: () => promise.then(() => 'done') } });
    const abort = new AbortController();
    const cancelled = asking.call('wait', null, { signal: abort.signal });
    const neighbour = asking.call('wait', null);
    abort.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    open();
    expect(await neighbour).toBe('done');
  });

  test('aborting after the answer does nothing, and a settled call holds no listener on the signal', async () => {
    const { asking } = connect(pair, { methods: { echo: (value) => value } });
    const abort = new AbortController();
    const added = vi.spyOn(abort.signal, 'addEventListener');
    const removed = vi.spyOn(abort.signal, 'removeEventListener');
    for (let n = 0; n < 20; n += 1) expect(await asking.call('echo', n, { signal: abort.signal })).toBe(n);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
    abort.abort();
    expect(await asking.call('echo', 'still here')).toBe('still here');
  });
});
