import './worker-globals.ts';
import { portWindow } from '../shared/contract/extensions/port-window.ts';
import { Peer } from '../shared/rpc/peer.ts';
import type { RpcPort } from '../shared/rpc/ports/port.ts';
import { OpenedExtensions } from './opened-extensions.ts';
import { workerRuntime } from './runtimes/worker-runtime.ts';
import { onFirstPort, sealedControlPort } from './worker-port.ts';

/** Entry of the extension host in a worker of a sandboxed page, which passes it main's control port. */

const extensions = new OpenedExtensions({ worker: workerRuntime }, portWindow);

onFirstPort((port) => {
  const open = (message: unknown, own: RpcPort) => extensions.open(message, own);
  const control = sealedControlPort(port, portWindow.messageBytes, open);
  new Peer(control, { methods: extensions.methods, window: portWindow });
});
// The page waits for this: a message before the listener is set would be lost.
postMessage(null);
