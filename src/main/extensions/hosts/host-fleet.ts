import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import type { RunningExtension } from '../../../shared/contract/extensions/extension-state.ts';
import { type HostKind, hostKindOfRuntime, hostKinds } from '../../../shared/contract/extensions/host-kind.ts';
import type { HostSnapshot } from '../../../shared/contract/extensions/host-state.ts';
import type { Emitter } from '../../../shared/emitter.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import type { FairTurns } from '../ports/fair-turns.ts';
import type { ExtensionConnection } from '../registry/extension-connection.ts';
import { runningExtensions } from '../registry/running-extensions.ts';
import type { FindCode } from '../sources/find-code.ts';
import { ExtensionHost } from './extension-host.ts';
import { HangInquiry, type ProfileHang } from './hang-inquiry.ts';
import { hostIdOf, runtimeOf } from './host-assignment.ts';
import type { HostMember } from './host-member.ts';
import type { HostNews, HostPorts } from './host-news.ts';
import type { HostLauncher } from './host-process.ts';

export interface HostFleetOptions {
  readonly launchers: Readonly<Record<HostKind, HostLauncher>>;
  /** Distributes main's time among the ports of all hosts. */
  readonly turns: FairTurns;
  readonly ports: HostPorts;
  readonly findCode: FindCode;
  /** Carries the events of the hosts, and the fleet's own. */
  readonly news: Emitter<HostNews<ExtensionHost>>;
  /** Absent: hangs are not profiled. */
  readonly profile?: ProfileHang | undefined;
}

/** The hosts of all extensions: assigns extensions to hosts, and handles crashes and hangs. */
export class HostFleet {
  readonly #options: HostFleetOptions;
  readonly #hosts = new Map<string, ExtensionHost>();
  /** Released hosts that may still be ending. */
  readonly #leaving = new Map<Promise<void>, ExtensionHost>();
  /** Extensions that no longer share a host. */
  readonly #alone = new Set<string>();
  /** Crashes of a shared host that count for an extension that was busy in it, once it has its own host. */
  readonly #sharedCrashes = new Map<string, readonly number[]>();
  readonly #lastCrashes = new Map<string, NonNullable<RunningExtension['lastCrash']>>();
  readonly #inquiry: HangInquiry | undefined;
  #isStopped = false;

  constructor(options: HostFleetOptions) {
    this.#options = options;
    const { profile, news } = options;
    this.#inquiry = profile && new HangInquiry({ profile, tell: news.emit });
    news.on({
      'host-changed': ({ host }) => this.#changed(host),
      'host-ended': ({ host, reason, restartInMs }) => this.#ended(host, reason, restartInMs),
      'host-gave-up': ({ host, reason }) => this.#gaveUp(host, reason),
      'host-unresponsive': ({ host }) => this.#inquiry?.begin(host),
      'host-split': ({ host }) => this.#split(host),
    });
  }

  get hosts(): HostSnapshot[] {
    return [...this.#hosts.values()].map(({ snapshot }) => snapshot).filter(({ extensions }) => extensions.length > 0);
  }

  host(hostId: string): ExtensionHost | undefined {
    return this.#hosts.get(hostId);
  }

  hostOf(extensionId: string): ExtensionHost | undefined {
    return [...this.#hosts.values()].find((host) => host.has(extensionId));
  }

  async running(): Promise<RunningExtension[]> {
    const all = [...this.#hosts.values()].map((host) => runningExtensions(host, (id) => this.#lastCrashes.get(id)));
    return (await Promise.all(all)).flat();
  }

  /** @throws {FailureError} when its host stays down or the activation fails */
  async activate(extension: DiscoveredExtension, reasons: readonly string[]): Promise<ExtensionConnection> {
    if (this.#isStopped) throw new FailureError({ code: 'cancelled', message: 'The app is closing.' });
    return this.#hostFor(extension).activate(extension, reasons);
  }

  /**
   * Removes an extension from its host; its pending calls fail with `failure`.
   * @param endedBecause reason to end its process at once
   */
  release(extensionId: string, failure: Failure, endedBecause?: string): void {
    const host = this.#detach(extensionId);
    if (host) this.#track(host, host.release(extensionId, failure, { endedBecause }));
  }

  /**
   * Starts a new instance in a host of its own, which gets all further calls; the old one may finish for a while, then
   * its pending calls fail with `failure`.
   * @param isSameCode the while is as long as an answer may take
   */
  replace(
    extension: DiscoveredExtension,
    reasons: readonly string[],
    failure: Failure,
    { isSameCode }: { readonly isSameCode: boolean },
  ): Promise<ExtensionConnection> {
    const { id } = extension.manifest;
    const old = this.#detach(id);
    // Deferred, so that the old instance's contributions are withdrawn first.
    const successor = Promise.resolve().then(() => this.activate(extension, reasons));
    successor.catch(() => undefined);
    const drainMs = isSameCode ? old?.limits.answersMs : old?.limits.drainMs;
    if (old) this.#track(old, old.release(id, failure, { drainMs, successor }));
    return successor;
  }

  /** Gives a running extension another manifest, as it has registered something. */
  amend(extension: DiscoveredExtension): void {
    const member = this.hostOf(extension.manifest.id)?.member(extension.manifest.id);
    if (member) member.extension = extension;
  }

  /** Resolves when every process has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#hosts.values(), ...this.#leaving.values()].map((host) => host.stop()));
    await Promise.all(this.#leaving.keys());
  }

  /** Gives the extension's next instance another host if the old process would return the cached module. */
  #detach(extensionId: string): ExtensionHost | undefined {
    const host = this.hostOf(extensionId);
    if (!host || hostKinds[host.kind].separates) return host;
    if (host.id === extensionId) this.#forget(host);
    else this.#alone.add(extensionId);
    return host;
  }

  #forget(host: ExtensionHost): void {
    this.#hosts.delete(host.id);
    this.#inquiry?.end(host);
    this.#options.news.emit({ type: 'host-forgotten', host });
  }

  #track(host: ExtensionHost, leaving: Promise<void>): void {
    const tracked = leaving.finally(() => this.#leaving.delete(tracked));
    this.#leaving.set(tracked, host);
  }

  #hostFor(extension: DiscoveredExtension): ExtensionHost {
    const { id: extensionId } = extension.manifest;
    const kind = hostKindOfRuntime(runtimeOf(extension.manifest).kind);
    const id = hostIdOf(extension, kind, this.#alone.has(extensionId));
    const present = this.#hosts.get(id);
    if (present) return present;
    const { launchers, turns, ports, findCode, news } = this.#options;
    const crashes = this.#sharedCrashes.get(extensionId);
    this.#sharedCrashes.delete(extensionId);
    const host = new ExtensionHost({
      ...{ id, kind, ports, findCode, turns, crashes },
      launcher: launchers[kind],
      tell: news.emit,
    });
    this.#hosts.set(id, host);
    return host;
  }

  #changed(host: ExtensionHost): void {
    const isPresent = this.#hosts.get(host.id) === host;
    if (host.status !== 'unresponsive') this.#inquiry?.end(host);
    const { emit } = this.#options.news;
    if (isPresent && host.status === 'running') emit({ type: 'host-running', host });
    emit({ type: 'hosts-changed', hosts: this.hosts });
  }

  /**
   * Moves the members of a shared host to hosts of their own, so that a second crash identifies the culprit. The crash
   * counts against those that may have caused it: the culprit stays off after two more, and the others start with a
   * clean record.
   */
  #ended(host: ExtensionHost, reason: string, restartInMs: number): void {
    this.#noteCrash(host, reason);
    const ids = host.members.map(({ id }) => id);
    const isShared = ids.length > 1;
    const successors = isShared ? ids : [host.id];
    this.#options.news.emit({ type: 'host-crashed', host, reason, restartInMs, successors });
    if (!isShared) return;
    for (const { extension } of host.suspects().suspects) {
      this.#sharedCrashes.set(extension.manifest.id, host.crashes.slice(1 - host.limits.restarts.crashes));
    }
    this.#split(host);
  }

  /** The last crash of a shared host says nothing about the earlier crashes of a single member. */
  #gaveUp(host: ExtensionHost, reason: string): void {
    if (host.members.length > 1) return this.#ended(host, reason, 0);
    this.#noteCrash(host, reason);
    this.#options.news.emit({ type: 'host-failed', host, reason });
  }

  #noteCrash(host: ExtensionHost, reason: string): void {
    this.#options.news.emit({
      type: 'log',
      source: host.id,
      text: `stopped: ${reason}`,
      level: 'error',
      isVerdict: true,
    });
    for (const { extension, whereabouts } of host.suspects().suspects) {
      this.#lastCrashes.set(extension.manifest.id, { at: Date.now(), reason: `${reason}${whereabouts}` });
    }
  }

  #split(host: ExtensionHost): void {
    for (const { id } of host.members) this.#alone.add(id);
    this.#hosts.delete(host.id);
    const elsewhere = ({ extension, reasons }: HostMember) => this.activate(extension, [...reasons]);
    this.#track(host, host.dissolve(elsewhere));
  }
}
