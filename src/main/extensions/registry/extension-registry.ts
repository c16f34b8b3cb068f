import { type Failure, FailureError, fail, ok, type Result, resultOf } from '../../../shared/contract/errors.ts';
import type { ExtensionStatus, RunningExtension } from '../../../shared/contract/extensions/extension-state.ts';
import type { ExtensionMethods, HostReports } from '../../../shared/contract/extensions/exthost-api.ts';
import type { HostSnapshot } from '../../../shared/contract/extensions/host-state.ts';
import type { LateHandlers } from '../../../shared/contract/methods/renderer-methods.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import { isSameCode, isSameCopy, isSameManifest } from '../catalog/extension-copies.ts';
import { exitAttempted, whoTriedToExit } from '../hosts/exit-attempt.ts';
import type { ExtensionHost } from '../hosts/extension-host.ts';
import { HostFleet, type HostFleetOptions } from '../hosts/host-fleet.ts';
import { type ActivationCauses, createActivationCauses } from './activation-causes.ts';
import type { ActivationEvent, WorkspaceSearch } from './activation-events.ts';
import { extensionFailure } from './extension-failure.ts';
import { createHandle, type ExtensionHandle } from './extension-handle.ts';

export interface ExtensionRegistryOptions extends HostFleetOptions {
  /** Removes secrets from an extension's failure. */
  readonly scrub?: (failure: Failure) => Failure;
  /** Searches for `workspaceContains`; absent: no workspace matches. */
  readonly workspaceContains?: WorkspaceSearch;
  /** Timeout of that search in milliseconds. */
  readonly containsMs: number;
}

export interface StatusOfExtension {
  readonly status: Extract<ExtensionStatus, 'idle' | 'activating' | 'active' | 'failed'>;
  /** Reason of the failure as a sentence. */
  readonly reason?: string | undefined;
  readonly detail?: string | undefined;
}

interface Failed {
  readonly failure: Failure;
  readonly reasons: readonly ActivationEvent[];
  /** Not tried again until a person requests it. */
  readonly isKeptOff: boolean;
}

/** The enabled extensions. None is loaded before it is needed. */
export class ExtensionRegistry {
  readonly #options: ExtensionRegistryOptions;
  readonly #fleet: HostFleet;
  #extensions = new Map<string, DiscoveredExtension>();
  #handles = new Map<string, ExtensionHandle>();
  readonly #failed = new Map<string, Failed>();
  readonly #causes: ActivationCauses;

  constructor(options: ExtensionRegistryOptions) {
    this.#options = options;
    const { news } = options;
    this.#causes = createActivationCauses({
      extensions: () => this.#extensions,
      isLoaded: (extensionId) => this.#fleet.hostOf(extensionId) !== undefined,
      activate: (extension, event) => this.#activateUnasked(extension, event),
      search: options.workspaceContains,
      searchMs: options.containsMs,
      warn: (source, text) => news.emit({ type: 'log', source, text, level: 'warn' }),
    });
    this.#fleet = new HostFleet(options);
    news.on({
      'activation-failed': ({ host, extension, error }) => this.#activationFailed(host, extension, error),
      'exit-attempt': ({ host, attempt }) => this.#exitAttempted(host, attempt),
      overrun: ({ host, extension, does }) => this.#overran(host, extension, does),
    });
  }

  /**
   * Sets the enabled extensions. A new one is activated for events that have already happened; a changed one is
   * replaced if it runs; a missing one is ended.
   * @param changed ids of extensions whose code changed, though their manifests may not have
   */
  setExtensions(extensions: readonly DiscoveredExtension[], changed: readonly string[] = []): void {
    const before = this.#extensions;
    const handles = this.#handles;
    this.#extensions = new Map(extensions.map((extension) => [extension.manifest.id, extension]));
    this.#handles = new Map();
    for (const [id, extension] of before) if (!this.#extensions.has(id)) this.#remove(extension);
    for (const [id, extension] of this.#extensions) {
      const earlier = before.get(id);
      const isSame = earlier !== undefined && isSameCopy(earlier, extension);
      const isUnchanged = isSame && isSameManifest(earlier.manifest, extension.manifest);
      this.#handles.set(id, (isUnchanged && handles.get(id)) || this.#createHandle(extension));
      if (isSame && !isUnchanged) this.#fleet.amend(extension);
      if (earlier && changed.includes(id)) this.#reloadUnasked(extension);
      else if (earlier && !isSame) this.#reloadUnasked(extension, { isSameCode: isSameCode(earlier, extension) });
      if (!isSame) this.#causes.catchUp(extension);
    }
  }

  get handles(): readonly ExtensionHandle[] {
    return [...this.#handles.values()];
  }

  /** @throws {FailureError} when it is not enabled */
  require(extensionId: string): ExtensionHandle {
    const handle = this.#handles.get(extensionId);
    if (!handle) throw notEnabled(extensionId);
    return handle;
  }

  /** As the handle's `call`, with errors as a result. */
  run<M extends keyof ExtensionMethods>(
    extensionId: string,
    method: M,
    params: ExtensionMethods[M]['params'],
  ): Promise<Result<ExtensionMethods[M]['result']>> {
    return resultOf(() => this.require(extensionId).call(method, params));
  }

  get hosts(): HostSnapshot[] {
    return this.#fleet.hosts;
  }

  running(): Promise<RunningExtension[]> {
    return this.#fleet.running();
  }

  statusOf(extensionId: string): StatusOfExtension {
    const failed = this.#failed.get(extensionId);
    if (failed) return { status: 'failed', reason: failed.failure.message, detail: failed.failure.detail };
    const host = this.#fleet.hostOf(extensionId);
    if (!host) return { status: 'idle' };
    if (host.status === 'failed') return { status: 'failed', reason: host.snapshot.failure?.message };
    const isActive = host.member(extensionId)?.connection?.activationMs !== undefined;
    return { status: isActive ? 'active' : 'activating' };
  }

  /** Activates extensions for an event such as `onStartup` or `onLanguage:python`. */
  activateFor(event: ActivationEvent): void {
    this.#causes.happened(event);
  }

  /** Call when another folder was opened: extensions are activated for its content. */
  workspaceOpened(): void {
    this.#causes.workspaceOpened();
  }

  /** Loads an extension unless it is loaded. @throws {FailureError} when that fails */
  async ensureActive(extensionId: string): Promise<void> {
    await this.#activate(extensionId, 'onUse');
  }

  /** Notifies an extension if it runs; one that does not run reads the state when it starts. */
  tell<M extends keyof ExtensionMethods>(extensionId: string, method: M, params: ExtensionMethods[M]['params']): void {
    const connection = this.#fleet.hostOf(extensionId)?.member(extensionId)?.connection;
    connection?.call(method, params).catch(() => undefined);
  }

  /**
   * Reloads an extension that is loaded or failed to load: a new instance gets all further calls, and the old one ends
   * when it has answered, or after a while. Resolves when the new one is active.
   * @param isSameCode answers may take as long as they take
   */
  async reload(extensionId: string, { isSameCode = false } = {}): Promise<Result<null>> {
    const extension = this.#extensions.get(extensionId);
    if (!extension) return { ok: false, failure: notEnabled(extensionId).failure };
    const { manifest } = extension;
    const member = this.#fleet.hostOf(extensionId)?.member(extensionId);
    const reasons = member ? [...member.reasons] : this.#failed.get(extensionId)?.reasons;
    if (!reasons) return ok(null);
    this.#forgive(extensionId);
    const message = `The extension ${manifest.name} was reloaded. The answer so far is kept.`;
    const failure: Failure = { code: 'extension-reloaded', message, extensionId };
    try {
      await this.#fleet.replace(extension, reasons, failure, { isSameCode });
      return ok(null);
    } catch (thrown) {
      return { ok: false, failure: extensionFailure(thrown, manifest).failure };
    }
  }

  /** Call before a person's action: retries a kept-off extension or a failed host, so that they see the outcome. */
  personActed(extensionId: string): void {
    if (this.#failed.get(extensionId)?.isKeptOff) this.#forgive(extensionId);
    const host = this.#fleet.hostOf(extensionId);
    if (host?.status === 'failed') host.restart();
  }

  /** Tries a kept-off extension again; a failure is reported by a notice. */
  retry(extensionId: string): void {
    const extension = this.#extensions.get(extensionId);
    if (extension) this.#reloadUnasked(extension);
  }

  /** A person's actions on a host. */
  readonly hostControls: Pick<LateHandlers['hosts'], 'restart' | 'inspect'> = {
    restart: (hostId) => this.#fleet.host(hostId)?.restart(),
    inspect: async (hostId) => {
      try {
        const host = this.#fleet.host(hostId);
        return host ? ok(await host.openInspector()) : fail('host-start-failed', 'This extension host is not running.');
      } catch (thrown) {
        return fail('host-start-failed', thrown instanceof Error ? thrown.message : String(thrown));
      }
    },
  };

  /** Stops every host: its extensions may deactivate for a while, then it is killed. Resolves when all have ended. */
  stop(): Promise<void> {
    return this.#fleet.stop();
  }

  #createHandle(extension: DiscoveredExtension): ExtensionHandle {
    const { id } = extension.manifest;
    return createHandle(extension, {
      connect: (event) => this.#activate(id, event),
      onFault: (text) => this.#log(id, text),
      scrub: this.#options.scrub,
    });
  }

  async #activate(extensionId: string, event: ActivationEvent) {
    const extension = this.#extensions.get(extensionId);
    if (!extension) throw notEnabled(extensionId);
    const failed = this.#failed.get(extensionId);
    if (failed?.isKeptOff) throw new FailureError(failed.failure);
    this.#forgive(extensionId);
    return this.#fleet.activate(extension, [event]);
  }

  /** Activates without a caller: a notice reports the failure, and further events do not try again. */
  #activateUnasked(extension: DiscoveredExtension, event: ActivationEvent): void {
    const { id } = extension.manifest;
    if (this.#failed.has(id)) return;
    this.#activate(id, event).catch(() => this.#tellFailure(extension));
  }

  #log(source: string, text: string): void {
    this.#options.news.emit({ type: 'log', source, text, level: 'error' });
  }

  #reloadUnasked(extension: DiscoveredExtension, how?: { readonly isSameCode: boolean }): void {
    void this.reload(extension.manifest.id, how).then(({ ok: isOk }) => isOk || this.#tellFailure(extension));
  }

  #tellFailure(extension: DiscoveredExtension): void {
    const failed = this.#failed.get(extension.manifest.id);
    if (!failed) return;
    this.#options.news.emit({ type: 'extension-failed', extension, text: failed.failure.message });
  }

  #remove({ manifest: { id: extensionId, name } }: DiscoveredExtension): void {
    this.#forgive(extensionId);
    const message = `The extension ${name} was disabled. The answer so far is kept.`;
    this.#fleet.release(extensionId, { code: 'extension-disabled', message, extensionId });
  }

  #forgive(extensionId: string): void {
    if (!this.#failed.delete(extensionId)) return;
    this.#options.news.emit({ type: 'extension-forgiven', extensionId });
  }

  /** Gives up the extension's host: its module cache would repeat the failure. */
  #activationFailed(host: ExtensionHost, extension: DiscoveredExtension, error: unknown): void {
    const { id } = extension.manifest;
    const { failure: said } = extensionFailure(error, extension.manifest);
    const failure = this.#options.scrub?.(said) ?? said;
    // With the stack where the extension threw; for main's own failures the message suffices.
    this.#log(id, `could not be activated: ${failure.detail ?? failure.message}`);
    this.#keepOff(host, extension, failure, { isKeptOff: false });
  }

  async #exitAttempted(host: ExtensionHost, { call, stack }: HostReports['exitAttempt']['params']): Promise<void> {
    const member = await whoTriedToExit(host.members, stack);
    this.#log(member?.id ?? host.id, `called ${call}, which was refused:\n${stack}`);
    // It may have been removed meanwhile.
    if (!member || host.member(member.id) !== member) return;
    const { id, extension } = member;
    const message = exitAttempted(extension.manifest.name, call);
    this.#keepOff(
      host,
      extension,
      { code: 'extension-off', message, detail: stack, extensionId: id },
      { isKeptOff: true },
    );
    const text = `${message} It stays off until you restart it.`;
    this.#options.news.emit({ type: 'extension-failed', extension, text });
  }

  /** Kills the extension's process at once, as it burdens the app; its other extensions are started again. */
  #overran(host: ExtensionHost, extension: DiscoveredExtension, does: string): void {
    const { id, name } = extension.manifest;
    const message = `The extension ${name} ${does}. It was ended to keep the app free.`;
    this.#options.news.emit({
      type: 'log',
      source: id,
      text: `${does}, so it was ended`,
      level: 'error',
      isVerdict: true,
    });
    const failure: Failure = { code: 'extension-off', message, extensionId: id };
    this.#keepOff(host, extension, failure, { isKeptOff: true, endedBecause: `${name} ${does}` });
    const text = `${message} It stays off until you restart it.`;
    this.#options.news.emit({ type: 'extension-failed', extension, text });
  }

  #keepOff(
    host: ExtensionHost,
    { manifest: { id } }: DiscoveredExtension,
    failure: Failure,
    { isKeptOff, endedBecause }: { isKeptOff: boolean; endedBecause?: string },
  ): void {
    this.#failed.set(id, { failure, reasons: [...(host.member(id)?.reasons ?? [])], isKeptOff });
    this.#fleet.release(id, failure, endedBecause);
    this.#options.news.emit({ type: 'extension-kept-off', extensionId: id });
  }
}

const notEnabled = (extensionId: string): FailureError =>
  new FailureError({
    code: 'extension-disabled',
    message: `The extension “${extensionId}” is not enabled.`,
    extensionId,
  });
