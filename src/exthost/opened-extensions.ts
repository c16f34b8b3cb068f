import { extensionOpenSchema, type HostMethods } from '../shared/contract/exthost-api.ts';
import type { CallHandler } from '../shared/rpc/handlers.ts';
import type { RpcPort } from '../shared/rpc/port.ts';
import { type RunningExtension, serveExtension } from './activator.ts';
import type { Runtime } from './runtimes/runtime.ts';

/** The extensions of one host, and what main asks of the host itself; the same in every kind of host. */
export class OpenedExtensions {
  readonly #runtimes: Readonly<Partial<Record<string, Runtime>>>;
  readonly #running = new Set<RunningExtension>();
  readonly methods: Record<keyof HostMethods, CallHandler>;

  /** @param runtimes by the kind that a manifest names */
  constructor(runtimes: Readonly<Partial<Record<string, Runtime>>>) {
    this.#runtimes = runtimes;
    this.methods = {
      ping: () => null,
      shutdown: async () => {
        await Promise.allSettled([...this.#running].map((extension) => extension.deactivate()));
        return null;
      },
    };
  }

  /** @returns false when the message opens no extension */
  open(message: unknown, port: RpcPort | undefined): boolean {
    const opened = extensionOpenSchema.safeParse(message);
    if (!opened.success || !port) return false;
    const runtime = this.#runtimes[opened.data.runtime] ?? refuse(opened.data.runtime);
    const extension = serveExtension(opened.data, port, runtime, () => this.#running.delete(extension));
    this.#running.add(extension);
    return true;
  }
}

const refuse = (kind: string): Runtime => ({
  load: () => Promise.reject(new Error(`This host cannot run extensions of the kind "${kind}"`)),
});
