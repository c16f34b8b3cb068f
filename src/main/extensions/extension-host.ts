import { join } from 'node:path';
import { type Failure, FailureError } from '../../shared/contract/errors.ts';
import type { HostSnapshot } from '../../shared/contract/host-state.ts';
import type { CallHandler } from '../../shared/rpc/handlers.ts';
import type { DiscoveredExtension } from './discovery.ts';
import { ExtensionConnection } from './extension-connection.ts';
import type { SpawnHost } from './host-process.ts';
import { HostSupervisor } from './host-supervisor.ts';

export interface ExtensionHostListener {
  methodsFor(extension: DiscoveredExtension): Record<string, CallHandler>;
  onChange(host: ExtensionHost): void;
  onActivated(extension: DiscoveredExtension): void;
  /** The extension's port is closed: what it asked for must be withdrawn. */
  onGone(extension: DiscoveredExtension): void;
  onCrash(host: ExtensionHost, reason: string, restartInMs: number): void;
  onUnresponsive(host: ExtensionHost): void;
  onResponsive(host: ExtensionHost): void;
  /** A person restarts it while several extensions hang in it. */
  onSplit(host: ExtensionHost): void;
  onFail(host: ExtensionHost, reason: string): void;
  onLog(source: string, line: string): void;
}

interface Member {
  readonly extension: DiscoveredExtension;
  /** Why it was first activated; a restart activates it for the same reason. */
  readonly reason: string;
}

interface Waiter {
  resolve(connection: Promise<ExtensionConnection>): void;
  reject(error: FailureError): void;
}

/** A supervised host with the extensions that were activated in it. After a restart they are activated again. */
export class ExtensionHost {
  readonly id: string;
  readonly #listener: ExtensionHostListener;
  readonly #supervisor: HostSupervisor;
  readonly #members = new Map<string, Member>();
  readonly #connections = new Map<string, ExtensionConnection>();
  readonly #waiters = new Map<string, Waiter[]>();
  #failure: Failure | undefined;
  /** Who was busy when the process went, as its ports no longer tell. */
  #busyAtExit: readonly string[] = [];

  constructor(id: string, spawn: SpawnHost, listener: ExtensionHostListener) {
    this.id = id;
    this.#listener = listener;
    this.#supervisor = new HostSupervisor(id, spawn, {
      onChange: () => listener.onChange(this),
      onConnect: () => this.#connectAll(),
      onDisconnect: (reason) => this.#disconnectAll(reason),
      onCrash: (reason, restartInMs) => listener.onCrash(this, reason, restartInMs),
      onFail: (reason) => this.#fail(reason),
      onUnresponsive: () => listener.onUnresponsive(this),
      onResponsive: () => listener.onResponsive(this),
      onOutput: (line) => listener.onLog(id, line),
      oldestUnacknowledgedAt: () => this.#oldestUnacknowledgedAt(),
    });
  }

  get members(): readonly Member[] {
    return [...this.#members.values()];
  }

  get snapshot(): HostSnapshot {
    return {
      id: this.id,
      status: this.#supervisor.state.status,
      pid: this.#supervisor.pid,
      extensions: this.members.map(({ extension: { manifest } }) => ({ id: manifest.id, name: manifest.name })),
      failure: this.#failure,
    };
  }

  /** The extensions that have been asked something and have not finished it, else all: who may be the culprit. */
  suspects(): DiscoveredExtension[] {
    const isUp = this.#connections.size > 0;
    const ids = new Set(isUp ? this.#busyIds() : this.#busyAtExit);
    const busy = this.members.filter(({ extension }) => ids.has(extension.manifest.id));
    return (busy.length > 0 ? busy : this.members).map(({ extension }) => extension);
  }

  /** Starts the host when it is down. @throws {FailureError} when the host stays down or the activation fails */
  activate(extension: DiscoveredExtension, reason: string): Promise<ExtensionConnection> {
    const { id } = extension.manifest;
    if (!this.#members.has(id)) {
      this.#members.set(id, { extension, reason });
      this.#listener.onChange(this);
    }
    const connection = this.#connections.get(id);
    if (connection && !connection.peer.isClosed) return this.#whenActivated(connection);
    const { status } = this.#supervisor.state;
    if (status === 'failed' && this.#failure) return Promise.reject(new FailureError(this.#failure));
    // Also while it is unresponsive: it answers when it turns again, and the activation's deadline ends the wait.
    if (status === 'running' || status === 'unresponsive') {
      return this.#whenActivated(this.#connect({ extension, reason }));
    }
    return new Promise((resolve, reject) => {
      this.#waiters.set(id, [...(this.#waiters.get(id) ?? []), { resolve, reject }]);
      this.#supervisor.start();
    });
  }

  restart(): void {
    if (this.#supervisor.state.status === 'unresponsive' && this.#members.size > 1) return this.#listener.onSplit(this);
    this.#failure = undefined;
    this.#supervisor.restart();
  }

  stop(): Promise<void> {
    const stopped = this.#supervisor.stop();
    const names = this.members.map(({ extension }) => extension.manifest.name).join(', ');
    this.#rejectWaiters({ code: 'cancelled', message: `The extension ${names} was stopped before it had started.` });
    return stopped;
  }

  /** Gives the extensions up to hosts of their own: stops this host and sends who waits for it to the new ones. */
  async dissolve(activateElsewhere: (member: Member) => Promise<ExtensionConnection>): Promise<void> {
    const members = this.members;
    const stopped = this.#supervisor.stop();
    this.#members.clear();
    for (const member of members) {
      const elsewhere = activateElsewhere(member);
      elsewhere.catch(() => undefined);
      for (const waiter of this.#takeWaiters(member.extension.manifest.id)) waiter.resolve(elsewhere);
    }
    await stopped;
    this.#listener.onChange(this);
  }

  #connectAll(): void {
    this.#failure = undefined;
    for (const member of this.#members.values()) {
      const connection = this.#connect(member);
      for (const waiter of this.#takeWaiters(member.extension.manifest.id)) {
        waiter.resolve(this.#whenActivated(connection));
      }
    }
  }

  #connect({ extension, reason }: Member): ExtensionConnection {
    const { manifest, rootPath } = extension;
    const port = this.#supervisor.openExtension({
      type: 'extension',
      extensionId: manifest.id,
      mainPath: join(rootPath, manifest.runtime.main),
      runtime: manifest.runtime.kind,
      providerIds: Object.keys(manifest.language_model_providers),
    });
    const connection = new ExtensionConnection(port, reason, this.#listener.methodsFor(extension), (why) =>
      this.#listener.onLog(manifest.id, `sent a message that was dropped: ${why}`),
    );
    this.#connections.set(manifest.id, connection);
    connection.activated.then(
      () => this.#listener.onActivated(extension),
      (error) => {
        // The host went in the middle of it; that was told already.
        if (this.#connections.get(manifest.id) !== connection) return;
        // Closed, so that the next call tries the activation anew.
        this.#connections.delete(manifest.id);
        connection.peer.close(error);
        this.#listener.onLog(manifest.id, `could not be activated: ${error instanceof Error ? error.stack : error}`);
        this.#listener.onGone(extension);
      },
    );
    return connection;
  }

  #busyIds(): string[] {
    return [...this.#connections].filter(([, connection]) => connection.isBusy).map(([id]) => id);
  }

  #disconnectAll(reason: string): void {
    this.#busyAtExit = this.#busyIds();
    for (const [id, connection] of this.#connections) {
      const extension = this.#members.get(id)?.extension;
      const name = extension?.manifest.name ?? id;
      connection.peer.close(
        new FailureError({
          code: 'host-crashed',
          message: `The extension ${name} stopped (${reason}). Your message and the answer so far are kept.`,
          extensionId: id,
        }),
      );
      if (extension) this.#listener.onGone(extension);
    }
    this.#connections.clear();
  }

  #fail(reason: string): void {
    const names = this.members.map(({ extension }) => extension.manifest.name).join(', ');
    this.#failure = {
      code: 'host-start-failed',
      message: `The extension ${names} stopped three times in 5 minutes (${reason}) and stays off.`,
    };
    const failure = this.#failure;
    // Whoever hears of it may find those who wait another host.
    this.#listener.onFail(this, reason);
    this.#rejectWaiters(failure);
  }

  #rejectWaiters(failure: Failure): void {
    const error = new FailureError(failure);
    for (const id of [...this.#waiters.keys()]) for (const waiter of this.#takeWaiters(id)) waiter.reject(error);
  }

  async #whenActivated(connection: ExtensionConnection): Promise<ExtensionConnection> {
    await connection.activated;
    return connection;
  }

  #takeWaiters(id: string): Waiter[] {
    const waiters = this.#waiters.get(id) ?? [];
    this.#waiters.delete(id);
    return waiters;
  }

  #oldestUnacknowledgedAt(): number | undefined {
    const times = [...this.#connections.values()].map(({ peer }) => peer.oldestUnacknowledgedAt ?? Infinity);
    const oldest = Math.min(Infinity, ...times);
    return oldest === Infinity ? undefined : oldest;
  }
}
