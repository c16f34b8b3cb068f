import { Peer } from '../../shared/rpc/peer.ts';
import { fromMessagePort } from '../../shared/rpc/ports/message-port.ts';
import type { AnyPeer } from '../../shared/rpc/test-support/connect.ts';

/**
 * `node --expose-gc long-stream.ts <form> <count> <length>`: streams `count` items between two ports to a consumer
 * that pauses now and then, in a fresh process. Prints its measurements as JSON.
 */

const [form = '', countWord, lengthWord] = process.argv.slice(2);
const count = Number(countWord);
const length = Number(lengthWord);

/** Texts with memory of their own: one made by `repeat` would be built only when it is read. */
const forms: Record<string, (n: number) => unknown> = {
  text: (n) => ({ type: 'text', value: Buffer.alloc(length, 97 + (n % 26)).toString('latin1') }),
  wideText: (n) => ({ type: 'text', value: Buffer.alloc(length, 97 + (n % 26)).toString('utf16le') }),
  bytes: (n) => new Uint8Array(length).fill(n),
};

/** Memory of both ends: the heap, and external bytes. */
function memoryUsed(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let produced = 0;
const { port1, port2 } = new MessageChannel();
const answering: AnyPeer = new Peer(fromMessagePort(port1), {
  streams: {
    async *hundred() {
      while (produced < count) {
        produced += 1;
        yield forms[form]?.(produced);
      }
    },
  },
  methods: { nothing: () => null },
});
const asking: AnyPeer = new Peer(fromMessagePort(port2));

// One-time allocations are made before the measurement.
await asking.call('nothing', null);
const before = memoryUsed();
let taken = 0;
const items = asking.stream('hundred', null)[Symbol.asyncIterator]();
async function take(until: number): Promise<void> {
  while (taken < until) {
    if ((await items.next()).done) return;
    taken += 1;
  }
}

/** Waits until no more items are produced while calls go back and forth. */
async function settle(): Promise<void> {
  for (let last = -1; last !== produced; ) {
    last = produced;
    for (let turn = 0; turn < 20; turn += 1) await asking.call('nothing', null);
  }
}

const pauses: { taken: number; produced: number; held: number }[] = [];
for (const share of [0, 0.25, 0.6]) {
  await take(Math.max(1, Math.floor(count * share)));
  await settle();
  pauses.push({ taken, produced, held: memoryUsed() - before });
}
await take(Number.POSITIVE_INFINITY);
process.stdout.write(JSON.stringify({ pauses, taken }));
asking.close();
answering.close();
