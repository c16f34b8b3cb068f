import type { MessagePortMain } from 'electron';
import type { HostReports } from '../shared/contract/extensions/exthost-api.ts';
import { portWindow } from '../shared/contract/extensions/port-window.ts';
import { Peer } from '../shared/rpc/peer.ts';
import { fromElectronPort } from '../shared/rpc/ports/electron-port.ts';
import type { RpcPort } from '../shared/rpc/ports/port.ts';
import { inspection } from './inspection.ts';
import { OpenedExtensions } from './opened-extensions.ts';
import { guardProcess } from './process-guard.ts';
import { jsRuntime } from './runtimes/js-runtime.ts';

/** Entry of the extension host's process: a control port to main, and one port for each extension. */

const extensions = new OpenedExtensions({ js: jsRuntime }, portWindow);
const startInspector = inspection(process.argv.slice(2));

const control: RpcPort = {
  send: (message) => process.parentPort.postMessage(message),
  onMessage: (listener) => {
    process.parentPort.on('message', ({ data, ports }) => {
      const [port]: readonly MessagePortMain[] = ports;
      if (port) startInspector();
      if (!extensions.open(data, port && fromElectronPort(port))) listener(data);
    });
  },
  // The process ends with main, so that there is nothing to do.
  onClose: () => undefined,
  close: () => exit(0),
};

const main = new Peer<HostReports>(control, { methods: extensions.methods, window: portWindow });

// An uncaught error of one extension must not end the others.
const exit = guardProcess({
  onExitAttempt: (attempt) => void main.call('exitAttempt', attempt).catch(() => undefined),
  onUncaught: (error) => console.error('Uncaught exception in an extension:', error),
});
process.on('unhandledRejection', (reason) => console.error('Unhandled rejection in an extension:', reason));
