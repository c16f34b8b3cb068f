import type { ExtensionOpen, HostMethods } from '../shared/contract/extensions/exthost-api.ts';
import type { RuntimeKind } from '../shared/contract/extensions/host-kind.ts';
import type { CallHandler } from '../shared/rpc/handlers.ts';
import type { RpcPort } from '../shared/rpc/ports/port.ts';
import type { SendWindow } from '../shared/rpc/wire/wire.ts';
import { type ServedExtension, serveExtension } from './activator.ts';
import type { Runtime } from './runtimes/runtime.ts';

/** The extensions of one host, and the methods of the host itself; the same in every kind of host. */
export class OpenedExtensions {
  readonly #runtimes: Readonly<Partial<Record<RuntimeKind, Runtime>>>;
  readonly #window: SendWindow;
  readonly #running = new Set<ServedExtension>();
  readonly methods: Record<keyof HostMethods, CallHandler>;

  /**
   * @param runtimes by the kind in the manifest
   * @param window of each extension's port: main's limits for a host of this kind
   */
  constructor(runtimes: Readonly<Partial<Record<RuntimeKind, Runtime>>>, window: SendWindow) {
    this.#runtimes = runtimes;
    this.#window = window;
    this.methods = {
      ping: () => null,
      shutdown: async () => {
        await Promise.allSettled([...this.#running].map((extension) => extension.deactivate()));
        return null;
      },
    };
  }

  /** @returns false if the message opens no extension */
  open(message: unknown, port: RpcPort | undefined): boolean {
    if (!port || !opensExtension(message)) return false;
    const runtime = this.#runtimes[message.runtime] ?? refuse(message.runtime);
    const extension = serveExtension(message, port, runtime, this.#window, () => this.#running.delete(extension));
    this.#running.add(extension);
    return true;
  }
}

/**
 * Main's messages are not validated: main is trusted, and the schemas and their library would take a process host a
 * twentieth of its start. Results of extensions are validated by schemas that are loaded then
 * (loaded-at-start.test.ts).
 */
const opensExtension = (message: unknown): message is ExtensionOpen =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'extension';

const refuse = (kind: string): Runtime => ({
  load: () => Promise.reject(new Error(`This host cannot run extensions of the kind "${kind}"`)),
});
