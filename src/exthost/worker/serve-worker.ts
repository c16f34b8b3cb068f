import { portWindow } from '../../shared/contract/extensions/port-window.ts';
import { Peer } from '../../shared/rpc/peer.ts';
import type { RpcPort } from '../../shared/rpc/ports/port.ts';
import { OpenedExtensions } from '../opened-extensions.ts';
import { onFirstPort, sealedControlPort } from './worker-port.ts';

/** Serves main from the worker of a sandboxed page, which passes it main's control port. */
export function serveWorker(runtimes: ConstructorParameters<typeof OpenedExtensions>[0]): void {
  const extensions = new OpenedExtensions(runtimes, portWindow);
  onFirstPort((port) => {
    const open = (message: unknown, own: RpcPort) => extensions.open(message, own);
    const control = sealedControlPort(port, portWindow.messageBytes, open);
    new Peer(control, { methods: extensions.methods, window: portWindow });
  });
  // The page waits for this: a message before the listener is set would be lost.
  postMessage(null);
}
