import { messageSize } from '../shared/rpc/message-size.ts';
import type { RpcPort } from '../shared/rpc/port.ts';

/**
 * Main reads a message in one go, 2 ms for each megabyte, in which no key reaches the editor. So much is a file of the
 * most that `workspace.writeFile` takes, with something to spare.
 */
const mostMegabytes = 64;

/**
 * Refuses what is too large for one message, as what cannot be cloned: an error for the side that sends it. What lies
 * behind a thousand values is not counted, so this guards against carelessness only.
 */
export const limited = (port: RpcPort): RpcPort => ({
  send(message, transfer) {
    const megabytes = messageSize(message) / 1024 ** 2;
    if (megabytes > mostMegabytes) {
      throw new RangeError(`it has ${Math.ceil(megabytes)} MB, and a message has ${mostMegabytes} MB at the most`);
    }
    port.send(message, transfer);
  },
  onMessage: (listener) => port.onMessage(listener),
  onClose: (listener) => port.onClose(listener),
  close: () => port.close(),
});
