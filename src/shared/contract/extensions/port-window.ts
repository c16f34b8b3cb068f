import type { SendWindow } from '../../rpc/wire/wire.ts';

const megabyte = 1024 ** 2;

/**
 * What may be under way from an extension host to main on one port. The host's side keeps to it, and so waits when main
 * is slow; main ends a host that goes beyond. Main reads a message in one go, 2 ms for each megabyte, in which no key
 * reaches the editor: so much is a file of the most that `workspace.writeFile` takes, with something to spare.
 */
export const portWindow: SendWindow = {
  calls: 500,
  batches: 32,
  bytes: 4 * megabyte,
  messageBytes: 64 * megabyte,
};
