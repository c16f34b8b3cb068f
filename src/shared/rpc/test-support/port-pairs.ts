import { createMemoryPorts } from '../ports/memory-port.ts';
import { fromMessagePort } from '../ports/message-port.ts';
import type { RpcPort } from '../ports/port.ts';

export interface PortPair {
  readonly name: string;
  create(): [RpcPort, RpcPort];
}

/** The kinds of ports with which every behaviour of the RPC is tested. */
export const portPairs: readonly PortPair[] = [
  {
    name: 'the memory pair',
    create: createMemoryPorts,
  },
  {
    name: 'a real MessageChannel',
    create() {
      const { port1, port2 } = new MessageChannel();
      return [fromMessagePort(port1), fromMessagePort(port2)];
    },
  },
];
