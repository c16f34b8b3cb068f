import { createMemoryPorts } from '../memory-port.ts';
import { fromMessagePort } from '../message-port.ts';
import type { RpcPort, TransferablePort } from '../port.ts';

export interface PortPair {
  readonly name: string;
  create(): [RpcPort, RpcPort];
  /** Two connected ports of the kind that can be handed over on these. */
  createTransferable(): [TransferablePort, TransferablePort];
  /** Talks over a port that was handed over. */
  adopt(port: TransferablePort | undefined): RpcPort;
}

/** Every behaviour of the RPC is shown over each of these. */
export const portPairs: readonly PortPair[] = [
  {
    name: 'the memory pair',
    create: createMemoryPorts,
    createTransferable: createMemoryPorts,
    adopt: (port) => port as RpcPort,
  },
  {
    name: 'a real MessageChannel',
    create() {
      const { port1, port2 } = new MessageChannel();
      return [fromMessagePort(port1), fromMessagePort(port2)];
    },
    createTransferable() {
      const { port1, port2 } = new MessageChannel();
      return [port1, port2];
    },
    adopt: (port) => fromMessagePort(port as MessagePort),
  },
];
