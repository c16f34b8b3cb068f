import type { SendWindow } from '../../rpc/wire/wire.ts';

const megabyte = 1024 ** 2;

/**
 * Send window of an extension host on one port: the limits for calls and data in flight to main. The host's side keeps
 * them, and so waits when main is slow; main ends a host that exceeds them. Main reads a message at once, in 2 ms per
 * megabyte, during which no key reaches the editor. The limit for messages fits the largest `workspace.writeFile`.
 */
export const portWindow: SendWindow = {
  calls: 500,
  batches: 32,
  bytes: 4 * megabyte,
  messageBytes: 64 * megabyte,
};
