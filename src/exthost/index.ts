import type { MessagePortMain } from 'electron';
import { extensionOpenSchema, type HostMethods } from '../shared/contract/exthost-api.ts';
import { fromElectronPort } from '../shared/rpc/electron-port.ts';
import type { CallHandler } from '../shared/rpc/handlers.ts';
import { Peer } from '../shared/rpc/peer.ts';
import type { RpcPort } from '../shared/rpc/port.ts';
import { type RunningExtension, serveExtension } from './activator.ts';
import { jsRuntime } from './runtimes/js-runtime.ts';
import type { Runtime } from './runtimes/runtime.ts';

/** The extension host's process: a control port to main, and one port for each extension. */

const runtimes: Partial<Record<string, Runtime>> = { js: jsRuntime };
const running = new Set<RunningExtension>();

const control: RpcPort = {
  send: (message) => process.parentPort.postMessage(message),
  onMessage: (listener) => {
    process.parentPort.on('message', ({ data, ports }) => {
      const opened = extensionOpenSchema.safeParse(data);
      const [port]: readonly MessagePortMain[] = ports;
      if (!opened.success || !port) return listener(data);
      const runtime = runtimes[opened.data.runtime] ?? refuse(opened.data.runtime);
      const extension = serveExtension(opened.data, fromElectronPort(port), runtime, () => running.delete(extension));
      running.add(extension);
    });
  },
  // The process ends with main; there is nothing to tell.
  onClose: () => undefined,
  close: () => process.exit(0),
};

const refuse = (kind: string): Runtime => ({
  load: () => Promise.reject(new Error(`This version of the app cannot run extensions of the kind "${kind}"`)),
});

const methods: { [M in keyof HostMethods]: () => unknown } = {
  ping: () => null,
  async shutdown() {
    await Promise.allSettled([...running].map((extension) => extension.deactivate()));
    return null;
  },
};

// One extension's forgotten rejection must not end its neighbours; it goes to the log by way of stderr.
process.on('unhandledRejection', (reason) => console.error('Unhandled rejection in an extension:', reason));
process.on('uncaughtException', (error) => console.error('Uncaught exception in an extension:', error));

new Peer(control, { methods: methods as Record<string, CallHandler> });
