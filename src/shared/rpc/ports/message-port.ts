import type { RpcPort } from './port.ts';

/** Adapts a `MessagePort` of a page or a worker. */
export const fromMessagePort = (port: MessagePort): RpcPort => ({
  send: (message) => port.postMessage(message),
  onMessage(listener) {
    port.onmessage = ({ data }) => listener(data);
  },
  onClose: (listener) => port.addEventListener('close', listener),
  close: () => port.close(),
});
