import { expect, test } from 'vitest';
import { createMemoryPorts } from '../shared/rpc/memory-port.ts';
import { Peer } from '../shared/rpc/peer.ts';
import { limited } from './limited-port.ts';

const megabytes = 1024 ** 2;

test('a result that is too large for one message fails, and what is said beside and after it arrives', async () => {
  const [near, far] = createMemoryPorts();
  new Peer(limited(near), {
    methods: {
      text: (length) => 'x'.repeat(Number(length)),
      bytes: (length) => new Uint8Array(Number(length)),
    },
  });
  const main = new Peer<Record<'text' | 'bytes', { params: number; result: unknown }>>(far);

  const why = 'The result cannot be sent: it has 66 MB, and a message has 64 MB at the most';
  const tooLarge = expect(main.call('text', 65 * megabytes)).rejects.toThrow(why);
  expect(await main.call('text', 3)).toBe('xxx');
  await tooLarge;
  await expect(main.call('bytes', 200 * megabytes)).rejects.toThrow('it has 201 MB');
  expect(await main.call('bytes', 50 * megabytes)).toHaveLength(50 * megabytes);
});
