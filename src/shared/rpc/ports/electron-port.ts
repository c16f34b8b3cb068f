import type { RpcPort } from './port.ts';

/** The used part of Electron's `MessagePortMain`, which is the same in main and in a utility process. */
export interface ElectronPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
  close(): void;
}

export const fromElectronPort = (port: ElectronPort): RpcPort => ({
  send: (message) => port.postMessage(message),
  onMessage(listener) {
    port.on('message', ({ data }) => listener(data));
    port.start();
  },
  onClose: (listener) => void port.on('close', listener),
  close: () => port.close(),
});
