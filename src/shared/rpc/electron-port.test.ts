import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ElectronPort, fromElectronPort } from './electron-port.ts';
import { Peer } from './peer.ts';
import type { TransferablePort } from './port.ts';

/** A real port in the shape of Electron's `MessagePortMain`: events with `data` and `ports`, paused at first, and strict. */
class MainShapedPort extends EventEmitter implements ElectronPort {
  readonly #port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('close', () => this.emit('close'));
  }
  postMessage(...args: [message: unknown, transfer?: ElectronPort[]]): void {
    const [message, transfer] = args;
    if (args.length > 1 && !Array.isArray(transfer)) throw new TypeError('Invalid value for transfer');
    const ports = (transfer ?? []).map((port) => {
      if (!(port instanceof MainShapedPort)) throw new TypeError('Port at index 0 is not a valid port');
      return port.#port;
    });
    this.#port.postMessage(message, ports);
  }
  start(): void {
    this.#port.addEventListener('message', (event) => {
      const { data, ports } = event as unknown as { data: unknown; ports: MessagePort[] };
      this.emit('message', { data, ports: ports.map((port) => new MainShapedPort(port)) });
    });
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

  test('hands over ports of its own kind, and refuses all else at the side that sent it', async () => {
    const { port1, port2 } = new MessageChannel();
    const line = new MessageChannel();
    const near = new Peer(fromElectronPort(new MainShapedPort(port1)));
    const far = new Peer(fromElectronPort(new MainShapedPort(port2)), {
      methods: {
        take(_, { ports: [port] }) {
          fromElectronPort(port as ElectronPort).send('taken');
        },
      },
    });
    peers.push(near, far);
    const heard: unknown[] = [];
    line.port1.on('message', (message) => void heard.push(message));
    await near.call('take', null, { transfer: [new MainShapedPort(line.port2)] });
    await vi.waitFor(() => expect(heard).toEqual(['taken']));
    line.port1.close();
    const bytes = new ArrayBuffer(8) as unknown as TransferablePort;
    await expect(near.call('take', null, { transfer: [bytes] })).rejects.toMatchObject({ code: 'not-cloneable' });
  });
});
