import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { Peer } from './peer.ts';
import { type AnyPeer, gate } from './test-support/connect.ts';
import { portPairs } from './test-support/port-pairs.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const count = 100_000;

/** @returns counts of the outcomes; the test keeps no reference to the calls */
async function settleAll(asking: AnyPeer, end: () => void): Promise<{ fulfilled: number; rejected: number }> {
  const ended = { fulfilled: 0, rejected: 0 };
  const calls: Promise<unknown>[] = [];
  for (let n = 0; n < count; n += 1) {
    // Each with a deadline and an argument, whose memory would be noticed.
    const call = asking.call('wait', { n, text: 'x'.repeat(10) + n }, { deadlineMs: 600_000 });
    calls.push(
      call.then(
        () => void ended.fulfilled++,
        () => void ended.rejected++,
      ),
    );
  }
  expect(asking.pendingCount).toBe(count + 1);
  end();
  await Promise.all(calls);
  return ended;
}

function heapUsed(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe.each(portPairs)('a hundred thousand pending calls over $name', (pair) => {
  test.each(['answered', 'closed'])(
    'once %s leave nothing behind',
    { tags: ['soak'], timeout: 60_000 },
    async (how) => {
      const { promise, open } = gate();
      let begun = 0;
      const [near, far] = pair.create();
      const answering: AnyPeer = new Peer(far, {
        methods: {
          wait() {
            begun += 1;
            // Pending calls return a promise that the test does not hold.
            return how === 'answered' ? promise : new Promise(() => undefined);
          },
        },
      });
      const asking: AnyPeer = new Peer(near);
      // One-time allocations are made before the measurement.
      const first = asking.call('wait', null, { deadlineMs: 600_000 });
      const before = heapUsed();
      const ended = await settleAll(asking, how === 'answered' ? open : () => asking.close(new Error('gone')));
      if (how === 'answered') {
        await first;
        expect(ended).toEqual({ fulfilled: count, rejected: 0 });
        expect(begun).toBe(count + 1);
      } else {
        await expect(first).rejects.toThrow('gone');
        expect(ended).toEqual({ fulfilled: 0, rejected: count });
      }
      expect(asking.pendingCount).toBe(0);
      await expect.poll(() => answering.runningCount).toBe(0);
      expect(asking.oldestUnacknowledgedAt).toBeUndefined();
      // One hundred bytes per call would be ten megabytes.
      await expect.poll(() => heapUsed() - before, { timeout: 60_000 }).toBeLessThan(4 * 1024 * 1024);
      asking.close();
      answering.close();
    },
  );
});
