import type { ExtensionOpen } from '../../shared/contract/extensions/exthost-api.ts';
import { portWindow } from '../../shared/contract/extensions/port-window.ts';
import { Peer } from '../../shared/rpc/peer.ts';
import type { RpcPort } from '../../shared/rpc/ports/port.ts';
import { type ServedExtension, serveExtension } from '../activator.ts';
import { jsRuntime } from '../runtimes/js-runtime.ts';

/**
 * An extension host as a plain Node process, for tests: the ports of Electron's utility process are multiplexed over
 * Node's IPC as `[port, message]`, with port 0 as the control port. A port opens with `[port, message, 'open']` and
 * closes with `[port, null, 'close']`.
 */

type Frame = [port: number, message: unknown, event?: 'open' | 'close'];
interface ChildPort extends RpcPort {
  receive(message: unknown): void;
  closedByOther(): void;
}

const ports = new Map<number, ChildPort>();
const running = new Set<ServedExtension>();

function createPort(id: number): ChildPort {
  let onMessage: ((message: unknown) => void) | undefined;
  let onClose: (() => void) | undefined;
  return {
    send: (message) => void process.send?.([id, message]),
    onMessage: (listener) => {
      onMessage = listener;
    },
    onClose: (listener) => {
      onClose = listener;
    },
    close() {
      if (ports.delete(id)) process.send?.([id, null, 'close']);
    },
    receive: (message) => onMessage?.(message),
    closedByOther() {
      ports.delete(id);
      onClose?.();
    },
  };
}

const control = createPort(0);
ports.set(0, control);

process.on('message', ([id, message, event]: Frame) => {
  if (event === 'close') ports.get(id)?.closedByOther();
  else if (event !== 'open') ports.get(id)?.receive(message);
  else {
    const port = createPort(id);
    ports.set(id, port);
    const open = message as ExtensionOpen;
    const extension = serveExtension(open, port, jsRuntime, portWindow, () => running.delete(extension));
    running.add(extension);
  }
});
process.on('disconnect', () => process.exit(0));

new Peer(control, {
  methods: {
    ping: () => null,
    async shutdown() {
      await Promise.allSettled([...running].map((extension) => extension.deactivate()));
      return null;
    },
  },
});
