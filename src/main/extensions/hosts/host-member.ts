import { join } from 'node:path';
import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import { declaredBy } from '../../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionOpen } from '../../../shared/contract/extensions/exthost-api.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import type { ExtensionConnection } from '../registry/extension-connection.ts';

interface Waiter {
  resolve(connection: Promise<ExtensionConnection>): void;
  reject(error: FailureError): void;
}

/** One who may have brought a host down. */
export interface Suspect {
  readonly extension: DiscoveredExtension;
  /** Where it was last seen, to complete "stopped …". */
  readonly whereabouts: string;
}

/** An extension with its place in a host, whether the host runs at the moment or not. */
export class HostMember {
  readonly extension: DiscoveredExtension;
  /** What it was activated for, first things first; after a restart it is activated for the same. */
  readonly reasons: Set<string>;
  connection: ExtensionConnection | undefined;
  #waiters: Waiter[] = [];

  constructor(extension: DiscoveredExtension, reasons: readonly string[]) {
    this.extension = extension;
    this.reasons = new Set(reasons);
  }

  get id(): string {
    return this.extension.manifest.id;
  }

  get firstReason(): string {
    return [...this.reasons][0] ?? '';
  }

  get isBusy(): boolean {
    return this.connection?.isBusy ?? false;
  }

  get asSuspect(): Suspect {
    return { extension: this.extension, whereabouts: this.connection?.whereabouts ?? '' };
  }

  /** What the host is told when the extension's port is opened. */
  get open(): ExtensionOpen {
    const { manifest, rootPath } = this.extension;
    return {
      type: 'extension',
      extensionId: manifest.id,
      rootPath,
      mainPath: join(rootPath, manifest.runtime.main),
      runtime: manifest.runtime.kind,
      declares: declaredBy(manifest),
    };
  }

  /** Waits for a host that is not up yet. */
  wait(): Promise<ExtensionConnection> {
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  serveWaiters(connection: Promise<ExtensionConnection>): void {
    // There may be nobody who waits.
    connection.catch(() => undefined);
    for (const waiter of this.#waiters.splice(0)) waiter.resolve(connection);
  }

  refuseWaiters(failure: Failure): void {
    const error = new FailureError({ extensionId: this.id, ...failure });
    for (const waiter of this.#waiters.splice(0)) waiter.reject(error);
  }

  /** The process is gone, and its ports with it. @returns whether there was one */
  disconnect(reason: string): boolean {
    const { connection } = this;
    this.connection = undefined;
    connection?.close(this.#stopped(reason));
    return connection !== undefined;
  }

  /** The process is asked to end: nothing is asked of it any more. @returns closes the port when it has; null: it had none */
  leave(reason: string): (() => void) | null {
    const { connection } = this;
    if (!connection) return null;
    this.connection = undefined;
    const stopped = this.#stopped(reason);
    connection.giveUp(stopped);
    return () => connection.close(stopped);
  }

  #stopped(reason: string): FailureError {
    const { id, name } = this.extension.manifest;
    const message = `The extension ${name} stopped (${reason}). Your message and the answer so far are kept.`;
    return new FailureError({ code: 'host-crashed', message, extensionId: id });
  }
}
