import './worker-globals.ts';
import { fromMessagePort } from '../shared/rpc/message-port.ts';
import { Peer } from '../shared/rpc/peer.ts';
import { OpenedExtensions } from './opened-extensions.ts';
import { workerRuntime } from './runtimes/worker-runtime.ts';

/** The extension host that is a worker in a sandboxed page: its page hands it main's control port. */

const extensions = new OpenedExtensions({ worker: workerRuntime });

function start(port: MessagePort): void {
  const control = fromMessagePort(port);
  new Peer(
    {
      ...control,
      onMessage: (listener) =>
        control.onMessage((message, ports = []) => {
          const [own] = ports as readonly MessagePort[];
          if (!extensions.open(message, own && fromMessagePort(own))) listener(message, ports);
        }),
    },
    { methods: extensions.methods },
  );
}

addEventListener('message', ({ ports: [port] }) => port && start(port), { once: true });
// The page waits for this: a message that comes before there is a listener is lost.
postMessage(null);
