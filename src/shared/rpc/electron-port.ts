import type { RpcPort, TransferablePort } from './port.ts';

/** The part of Electron's `MessagePortMain` that is used; it is the same in main and in a utility process. */
export interface ElectronPort extends TransferablePort {
  postMessage(message: unknown, transfer?: ElectronPort[]): void;
  on(event: 'message', listener: (event: { data: unknown; ports: ElectronPort[] }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
}

/** Only ports of Electron's own kind can be handed over on it. */
export const fromElectronPort = (port: ElectronPort): RpcPort => ({
  send(message, transfer) {
    // An absent list must stay absent: Electron takes `undefined` for a list that is malformed.
    if (transfer) port.postMessage(message, transfer as ElectronPort[]);
    else port.postMessage(message);
  },
  onMessage(listener) {
    port.on('message', ({ data, ports }) => listener(data, ports));
    port.start();
  },
  onClose: (listener) => void port.on('close', listener),
  close: () => port.close(),
});
