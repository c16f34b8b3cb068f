import type { RpcPort } from './port.ts';

/** A `MessagePort` of a page or a worker. Only ports of the same kind can be handed over on it. */
export const fromMessagePort = (port: MessagePort): RpcPort => ({
  send: (message, transfer) => port.postMessage(message, transfer ? [...(transfer as readonly MessagePort[])] : []),
  onMessage(listener) {
    port.onmessage = ({ data, ports }) => listener(data, ports);
  },
  onClose: (listener) => port.addEventListener('close', listener),
  close: () => port.close(),
});
