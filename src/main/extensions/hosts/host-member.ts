import { join } from 'node:path';
import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import { declaredBy } from '../../../shared/contract/extensions/contribution-kinds.ts';
import type { ExtensionOpen } from '../../../shared/contract/extensions/exthost-api.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import type { ExtensionConnection } from '../registry/extension-connection.ts';
import { runtimeOf } from './host-assignment.ts';

interface Waiter {
  resolve(connection: Promise<ExtensionConnection>): void;
  reject(error: FailureError): void;
}

/** A possible culprit of a crash or hang. */
export interface Suspect {
  readonly extension: DiscoveredExtension;
  /** Last known activity, completing "stopped …". */
  readonly whereabouts: string;
}

/** An extension's place in a host, which need not be running. */
export class HostMember {
  /** Replaced when it has registered something. */
  extension: DiscoveredExtension;
  /** Activation events, first ones first; after a restart it is activated for the same. */
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

  /** Message to the host that opens the extension's port. */
  get open(): ExtensionOpen {
    const { manifest, rootPath, script } = this.extension;
    const runtime = runtimeOf(manifest);
    return {
      type: 'extension',
      extensionId: manifest.id,
      rootPath,
      mainPath: script?.place.main ?? join(rootPath, runtime.main ?? ''),
      runtime: runtime.kind,
      declares: script ? null : declaredBy(manifest),
      ...docsOf(manifest),
      ...(script && { dialects: script.dialects }),
    };
  }

  /** Resolves when the host is up and the extension activated. */
  wait(): Promise<ExtensionConnection> {
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  serveWaiters(connection: Promise<ExtensionConnection>): void {
    // Perhaps nobody waits.
    connection.catch(() => undefined);
    for (const waiter of this.#waiters.splice(0)) waiter.resolve(connection);
  }

  refuseWaiters(failure: Failure): void {
    const error = new FailureError({ extensionId: this.id, ...failure });
    for (const waiter of this.#waiters.splice(0)) waiter.reject(error);
  }

  /** The process is gone, and its ports with it. @returns whether there was a connection */
  disconnect(reason: string): boolean {
    const { connection } = this;
    this.connection = undefined;
    connection?.close(this.#stopped(reason));
    return connection !== undefined;
  }

  /** Makes no more calls, as the process is asked to end. @returns closes the port; null without a connection */
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

function docsOf({ slash_commands: commands }: Manifest): Pick<ExtensionOpen, 'docs'> {
  const docs = Object.entries(commands).flatMap(([id, { docs_provider: of }]) => (of === undefined ? [] : [[id, of]]));
  return docs.length > 0 ? { docs: Object.fromEntries(docs) } : {};
}
