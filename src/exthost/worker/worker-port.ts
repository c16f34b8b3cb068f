import type { RpcPort } from '../../shared/rpc/ports/port.ts';
import { getterOf, tooLarge } from './message-size.ts';

/**
 * Main's ports in a worker, sealed off from its extensions. They share the realm and may change everything in it, so
 * that all needed functions are taken before the first extension is loaded, and no port is exposed. A message for
 * main is cloned first and then measured completely: no getter in it can return something else later, and main, which
 * reads a message at once, never gets one that is larger than the window allows.
 */

const { apply } = Reflect;
const clone = structuredClone;

const dataOf = getterOf<unknown>(MessageEvent.prototype, 'data');
const portsOf = getterOf<readonly MessagePort[]>(MessageEvent.prototype, 'ports');
const { postMessage, start, close } = MessagePort.prototype;
const { addEventListener: listen } = EventTarget.prototype;

/** @param messageBytes limit for one message */
export const sealedPort = (port: MessagePort, messageBytes: number): RpcPort => ({
  send(message) {
    const own = clone(message);
    const excess = tooLarge(own, messageBytes);
    if (excess) throw new RangeError(excess);
    apply(postMessage, port, [own]);
  },
  onMessage(listener) {
    apply(listen, port, ['message', (event: Event) => listener(dataOf(event))]);
    apply(start, port, []);
  },
  onClose: (listener) => apply(listen, port, ['close', () => listener()]),
  close: () => apply(close, port, []),
});

/** @param take gets a message with its port; returns whether it has handled the message */
export const sealedControlPort = (
  port: MessagePort,
  messageBytes: number,
  take: (message: unknown, port: RpcPort) => boolean,
): RpcPort => ({
  ...sealedPort(port, messageBytes),
  onMessage(listener) {
    const hear = (event: Event) => {
      const message = dataOf(event);
      const own = portsOf(event)[0];
      if (!own || !take(message, sealedPort(own, messageBytes))) listener(message);
    };
    apply(listen, port, ['message', hear]);
    apply(start, port, []);
  },
});

/** @param hear gets main's port, which the page passes once */
export function onFirstPort(hear: (port: MessagePort) => void): void {
  const take = (event: Event) => {
    const port = portsOf(event)[0];
    if (port) hear(port);
  };
  apply(listen, globalThis, ['message', take, { once: true }]);
}
