import type { HostSnapshot } from '../../shared/contract/host-state.ts';
import { RpcError } from '../../shared/rpc/rpc-error.ts';
import type { DiscoveredExtension } from './discovery.ts';
import type { ExtensionConnection } from './extension-connection.ts';
import { extensionFailure } from './extension-failure.ts';
import type { ExtensionHandle } from './extension-handle.ts';
import { ExtensionHost, type ExtensionHostListener } from './extension-host.ts';
import type { HostNotices } from './host-notices.ts';
import type { SpawnHost } from './host-process.ts';

export interface ExtensionRegistryOptions {
  readonly spawn: SpawnHost;
  readonly notices: HostNotices;
  readonly methodsFor: ExtensionHostListener['methodsFor'];
  readonly onHosts: (hosts: HostSnapshot[]) => void;
  readonly onActivated: (extensionId: string) => void;
  readonly onGone: (extensionId: string) => void;
  readonly onLog: (source: string, line: string) => void;
}

/** No extension's id, so that none can ask its way in. */
const sharedHostId = 'shared:bundled';

/** Every extension with the host that it has or will have. Nothing is started before it is needed. */
export class ExtensionRegistry {
  readonly #options: ExtensionRegistryOptions;
  readonly #extensions = new Map<string, DiscoveredExtension>();
  readonly #handles = new Map<string, ExtensionHandle>();
  readonly #hosts = new Map<string, ExtensionHost>();
  /** Bundled extensions that got a host of their own after their shared one crashed. */
  readonly #separated = new Set<string>();

  constructor(options: ExtensionRegistryOptions) {
    this.#options = options;
  }

  /** Adds what discovery found. */
  add(extensions: readonly DiscoveredExtension[]): void {
    for (const extension of extensions) {
      this.#extensions.set(extension.manifest.id, extension);
      this.#handles.set(extension.manifest.id, this.#createHandle(extension));
    }
  }

  get handles(): readonly ExtensionHandle[] {
    return [...this.#handles.values()];
  }

  get hosts(): HostSnapshot[] {
    return [...this.#hosts.values()].map(({ snapshot }) => snapshot);
  }

  /** Activates the extensions whose manifest asks for it; failures are shown where the extension is used. */
  activateOnStartup(): void {
    for (const extension of this.#extensions.values()) {
      if (extension.manifest.activation_events.includes('onStartup')) {
        this.#activate(extension, 'onStartup').catch(() => undefined);
      }
    }
  }

  restartHost(hostId: string): void {
    this.#hosts.get(hostId)?.restart();
  }

  /** Stops every host; resolves when the processes have ended. */
  async stop(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map((host) => host.stop()));
  }

  #createHandle(extension: DiscoveredExtension): ExtensionHandle {
    const { manifest, rootPath } = extension;
    const connect = (reason: string, signal?: AbortSignal) => settleOnAbort(this.#activate(extension, reason), signal);
    return {
      manifest,
      rootPath,
      async call(method, params, options = {}) {
        try {
          const { peer } = await connect(`call ${method}`, options.signal);
          return await peer.call(method, params, options);
        } catch (thrown) {
          throw extensionFailure(thrown, manifest);
        }
      },
      async *stream(stream, params, signal) {
        try {
          const { peer } = await connect(`stream ${stream}`, signal);
          yield* peer.stream(stream, params, { signal });
        } catch (thrown) {
          throw extensionFailure(thrown, manifest);
        }
      },
    };
  }

  #activate(extension: DiscoveredExtension, reason: string): Promise<ExtensionConnection> {
    const { id } = extension.manifest;
    const isShared = extension.source === 'bundled' && !this.#separated.has(id);
    return this.#host(isShared ? sharedHostId : id).activate(extension, reason);
  }

  #host(id: string): ExtensionHost {
    const present = this.#hosts.get(id);
    if (present) return present;
    const { spawn, notices, methodsFor, onActivated, onGone, onLog } = this.#options;
    const host = new ExtensionHost(id, spawn, {
      methodsFor,
      onChange: (changed) => {
        if (changed.snapshot.status === 'running') notices.running(changed);
        this.#options.onHosts(this.hosts);
      },
      onActivated: ({ manifest }) => onActivated(manifest.id),
      onGone: ({ manifest }) => onGone(manifest.id),
      onCrash: (crashed, reason, restartInMs) => this.#crashed(crashed, reason, restartInMs),
      onUnresponsive: (silent) => notices.unresponsive(silent),
      onResponsive: (answering) => notices.responsive(answering),
      onFail: (failed, reason) => this.#failed(failed, reason),
      onSplit: (hanging) => {
        notices.responsive(hanging);
        this.#split(hanging);
      },
      onLog,
    });
    this.#hosts.set(id, host);
    return host;
  }

  /** The members of a shared host come back in hosts of their own, so that a second crash names its culprit. */
  #crashed(host: ExtensionHost, reason: string, restartInMs: number): void {
    this.#options.onLog(host.id, `stopped: ${reason}`);
    const ids = host.members.map(({ extension }) => extension.manifest.id);
    const isShared = ids.length > 1;
    this.#options.notices.crashed(host, reason, restartInMs, isShared ? ids : [host.id]);
    if (isShared) this.#split(host);
  }

  /** The last crash of a shared host says nothing about which of its members crashed before. */
  #failed(host: ExtensionHost, reason: string): void {
    if (host.members.length > 1) this.#crashed(host, reason, 0);
    else this.#options.notices.failed(host, reason);
  }

  #split(host: ExtensionHost): void {
    for (const { extension } of host.members) this.#separated.add(extension.manifest.id);
    this.#hosts.delete(host.id);
    void host.dissolve(({ extension, reason }) => this.#activate(extension, reason));
  }
}

/** Lets go of a promise when the signal aborts; what it waits for goes on. */
function settleOnAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(new RpcError('cancelled', 'Cancelled'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
