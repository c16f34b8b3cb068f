import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Peer } from '../peer.ts';
import { type ElectronPort, fromElectronPort } from './electron-port.ts';

/** A real port with the interface of Electron's `MessagePortMain`: events with `data`, paused at first. */
class MainShapedPort extends EventEmitter implements ElectronPort {
  readonly #port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('close', () => this.emit('close'));
  }
  postMessage(message: unknown): void {
    this.#port.postMessage(message);
  }
  start(): void {
    this.#port.on('message', (data) => this.emit('message', { data }));
  }
  close(): void {
    this.#port.close();
  }
}

const peers: { close(): void }[] = [];
afterEach(() => {
  for (const peer of peers.splice(0)) peer.close();
});

describe('fromElectronPort', () => {
  test('carries a conversation, and starts the port so that early messages arrive', async () => {
    const { port1, port2 } = new MessageChannel();
    const near = new Peer<{ echo: { params: string; result: string } }>(fromElectronPort(new MainShapedPort(port1)));
    const call = near.call('echo', 'early');
    await Promise.resolve();
    const far = new Peer(fromElectronPort(new MainShapedPort(port2)), { methods: { echo: (value) => value } });
    peers.push(near, far);
    expect(await call).toBe('early');
  });

  test('tells of the other side’s close, and closes', async () => {
    const { port1, port2 } = new MessageChannel();
    const onClose = vi.fn();
    const near = fromElectronPort(new MainShapedPort(port1));
    const far = fromElectronPort(new MainShapedPort(port2));
    near.onClose(onClose);
    near.onMessage(() => undefined);
    far.onMessage(() => undefined);
    far.close();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});
