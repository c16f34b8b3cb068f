import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import type { HostKind } from '../../../shared/contract/extensions/host-kind.ts';
import type { HostSnapshot, HostStatus } from '../../../shared/contract/extensions/host-state.ts';
import { createEmitter, type Handlers } from '../../../shared/emitter.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import type { FairTurns } from '../ports/fair-turns.ts';
import { ExtensionConnection, whenActivated } from '../registry/extension-connection.ts';
import type { FindCode } from '../sources/find-code.ts';
import { formatCrashes, type HostLimits } from './host-limits.ts';
import type { HostMember, Suspect } from './host-member.ts';
import { HostMembers } from './host-members.ts';
import type { HostNews, HostPorts } from './host-news.ts';
import type { HostLauncher, HostMetrics, InspectorSession } from './host-process.ts';
import { HostSupervisor, type SupervisorEvent } from './host-supervisor.ts';
import { gatherEntries } from './output-entries.ts';

export interface ExtensionHostOptions {
  readonly id: string;
  readonly kind: HostKind;
  readonly launcher: HostLauncher;
  readonly ports: HostPorts;
  readonly findCode: FindCode;
  readonly tell: (news: HostNews<ExtensionHost>) => void;
  /** Shared by all hosts. */
  readonly turns: FairTurns;
  /** Times of crashes of its extension in an earlier host, which count here too. */
  readonly crashes?: readonly number[] | undefined;
}

/** A supervised host with the extensions activated in it, which are activated again after a restart. */
export class ExtensionHost {
  readonly id: string;
  readonly kind: HostKind;
  readonly limits: HostLimits;
  /** The culprit named by the profile of a hang; undefined once the hang is over. */
  blamedId: string | undefined;
  readonly #ports: HostPorts;
  readonly #findCode: FindCode;
  readonly #tell: (news: HostNews<ExtensionHost>) => void;
  readonly #turns: FairTurns;
  readonly #supervisor: HostSupervisor;
  readonly #members = new HostMembers();
  #failure: Failure | undefined;

  constructor({ id, kind, launcher, ports, findCode, tell, turns, crashes }: ExtensionHostOptions) {
    this.id = id;
    this.kind = kind;
    this.limits = launcher.limits;
    this.#ports = ports;
    this.#findCode = findCode;
    this.#tell = tell;
    this.#turns = turns;
    const onOutput = gatherEntries((text, level) => tell({ type: 'log', source: id, text, level }));
    const supervised = createEmitter<SupervisorEvent>((error, { type }) =>
      tell({ type: 'log', source: id, text: `after ${type}: ${String(error)}`, level: 'error' }),
    );
    supervised.on({
      changed: () => tell({ type: 'host-changed', host: this }),
      connected: () => this.#connectAll(),
      disconnected: ({ reason }) => this.#disconnectAll(reason),
      crashed: (crash) => {
        if (!this.#stopIfEmpty()) tell({ ...crash, type: 'host-ended', host: this });
      },
      failed: ({ reason }) => this.#fail(reason),
      unresponsive: () => {
        if (!this.#stopIfEmpty()) tell({ type: 'host-unresponsive', host: this });
      },
      responsive: () => tell({ type: 'host-responsive', host: this }),
      'exit-attempt': ({ attempt }) => tell({ type: 'exit-attempt', host: this, attempt }),
      overrun: ({ does }) => this.#hostOverrun(does),
      output: ({ line }) => onOutput(line),
    } satisfies Handlers<SupervisorEvent>);
    this.#supervisor = new HostSupervisor({
      ...{ ...launcher, id, turns, crashes },
      tell: supervised.emit,
      leavePorts: (reason) => this.#leaveAll(reason),
      oldestUnacknowledgedAt: () => this.#members.oldestUnacknowledgedAt(),
      onTraffic: ports.trace?.(id),
    });
  }

  get members(): readonly HostMember[] {
    return this.#members.all();
  }

  get status(): HostStatus {
    return this.#supervisor.state.status;
  }

  get pid(): number | undefined {
    return this.#supervisor.pid;
  }

  /** Times of the crashes within the window of the crash budget. */
  get crashes(): readonly number[] {
    return this.#supervisor.state.crashes;
  }

  get snapshot(): HostSnapshot {
    return {
      id: this.id,
      kind: this.kind,
      status: this.status,
      pid: this.pid,
      extensions: this.members.map(({ extension: { manifest } }) => ({ id: manifest.id, name: manifest.name })),
      failure: this.#failure,
    };
  }

  inspect(): Promise<InspectorSession> {
    return this.#supervisor.inspect();
  }

  /** @returns the address for DevTools; null when they were opened by the call */
  openInspector(): Promise<string | null> {
    return this.#supervisor.openInspector();
  }

  metrics(): Promise<HostMetrics | null> {
    return this.#supervisor.metrics();
  }

  has(extensionId: string): boolean {
    return this.#members.get(extensionId) !== undefined;
  }

  member(extensionId: string): HostMember | undefined {
    return this.#members.get(extensionId);
  }

  /** Possible culprits. `areBusy`: false if these are simply all extensions. */
  suspects(): { readonly suspects: readonly Suspect[]; readonly areBusy: boolean } {
    return this.#members.suspects(this.blamedId);
  }

  /** Starts a stopped host. @throws {FailureError} when the host stays down or the activation fails */
  activate(extension: DiscoveredExtension, reasons: readonly string[]): Promise<ExtensionConnection> {
    const member = this.#join(extension, reasons);
    const { connection } = member;
    if (connection && !connection.peer.isClosed) return whenActivated(connection);
    if (this.status === 'failed' && this.#failure) return Promise.reject(new FailureError(this.#failure));
    // Also while unresponsive: the host answers when its loop turns again, and the activation's deadline bounds the
    // wait.
    if (this.status === 'running' || this.status === 'unresponsive') return whenActivated(this.#connect(member));
    this.#supervisor.start();
    return member.wait();
  }

  restart(): void {
    if (this.status === 'unresponsive' && this.#members.size > 1) return this.#tell({ type: 'host-split', host: this });
    this.#failure = undefined;
    this.#supervisor.restart();
  }

  stop(): Promise<void> {
    const stopped = this.#supervisor.stop();
    for (const member of this.members) member.refuseWaiters(stoppedBeforeStart(member.extension));
    return stopped;
  }

  /**
   * Removes one extension. Its pending calls may end within `drainMs`, then fail with `failure`; with the last
   * extension the process ends. Callers that wait for its activation get the successor's.
   * @param endedBecause reason to end the process at once; it is started again for the remaining extensions
   */
  async release(
    extensionId: string,
    failure: Failure,
    {
      drainMs = 0,
      successor,
      endedBecause,
    }: {
      drainMs?: number | undefined;
      successor?: Promise<ExtensionConnection>;
      endedBecause?: string | undefined;
    } = {},
  ): Promise<void> {
    const member = this.#members.get(extensionId);
    if (!member) return;
    const isKilled = endedBecause !== undefined || this.status === 'unresponsive';
    const { connection } = member;
    this.#members.remove(extensionId);
    const ended = endedBecause === undefined ? undefined : this.#supervisor.end(endedBecause);
    if (successor) member.serveWaiters(successor);
    else member.refuseWaiters(failure);
    this.#tell({ type: 'host-changed', host: this });
    if (connection && !connection.peer.isClosed) {
      await this.#members.whileLeaving(member, async () => {
        connection.retire();
        this.#tell({ type: 'gone', extension: member.extension });
        if (drainMs > 0 && !isKilled) await connection.drained(drainMs);
        await this.#end(member, connection, new FailureError(failure), isKilled);
      });
    }
    if (this.#members.isEmpty) await this.#supervisor.stop();
    else if (isKilled) this.#supervisor.restart();
    await ended;
  }

  /** Lets an instance deactivate, for at most the time that the shutdown of a process may take. */
  async #end(member: HostMember, connection: ExtensionConnection, error: Error, isKilled: boolean): Promise<void> {
    connection.giveUp(error);
    if (this.#members.isLast(member)) await this.#supervisor.stop();
    else if (!isKilled) {
      await connection.call('deactivate', null, { deadlineMs: this.limits.shutDownMs }).catch(() => undefined);
    }
    connection.close(error);
  }

  /** Moves the extensions to hosts of their own: stops this host, and redirects callers that wait for it. */
  async dissolve(activateElsewhere: (member: HostMember) => Promise<ExtensionConnection>): Promise<void> {
    const members = this.members;
    const stopped = this.#supervisor.stop();
    this.#members.clear();
    for (const member of members) {
      const elsewhere = activateElsewhere(member);
      member.serveWaiters(elsewhere);
    }
    await stopped;
    this.#tell({ type: 'host-changed', host: this });
  }

  #join(extension: DiscoveredExtension, reasons: readonly string[]): HostMember {
    const present = this.#members.get(extension.manifest.id);
    if (present) {
      for (const reason of reasons) present.reasons.add(reason);
      return present;
    }
    const member = this.#members.add(extension, reasons);
    this.#tell({ type: 'host-changed', host: this });
    return member;
  }

  #connectAll(): void {
    this.#failure = undefined;
    for (const member of this.members) member.serveWaiters(whenActivated(this.#connect(member)));
  }

  #connect(member: HostMember): ExtensionConnection {
    const { id, extension } = member;
    const unwanted = new AbortController();
    const code = this.#findCode(extension, unwanted.signal);
    const glue = code.then(({ glue = '' }) => glue);
    // The activation fails by the same error.
    glue.catch(() => undefined);
    const connection: ExtensionConnection = new ExtensionConnection({
      port: this.#supervisor.openExtension(member.open, glue),
      name: extension.manifest.name,
      reason: member.firstReason,
      code,
      methodsFor: (instance) => this.#ports.methodsFor(() => member.extension, instance),
      streams: this.#ports.streamsFor?.(extension),
      onTraffic: this.#ports.trace?.(id),
      limits: this.limits,
      turns: this.#turns,
      onOverrun: (does) => this.#overrun(member, connection, does),
      onBadMessage: (why) =>
        this.#tell({ type: 'log', source: id, text: `sent a message that was dropped: ${why}`, level: 'warn' }),
    });
    const stopped = new FailureError(stoppedBeforeStart(extension));
    connection.gone.addEventListener('abort', () => unwanted.abort(stopped), { once: true });
    member.connection = connection;
    const isPresent = () => this.#members.get(id)?.connection === connection;
    connection.activated.then(
      async (offered) => {
        const { hash } = await code;
        if (isPresent()) this.#tell({ type: 'activated', extension, offered, hash });
      },
      // Unless the host went down during it, which was reported already.
      (error) => isPresent() && this.#tell({ type: 'activation-failed', host: this, extension, error }),
    );
    return connection;
  }

  /** Reports an overrun; that of a replaced instance closes its port, and ends a host without other extensions. */
  #overrun(member: HostMember, connection: ExtensionConnection, does: string): void {
    if (member.connection === connection && this.#members.get(member.id) === member) {
      return this.#tell({ type: 'overrun', host: this, extension: member.extension, does });
    }
    connection.close(new Error(`The extension ${member.extension.manifest.name} ${does}.`));
    if (this.#members.size === 0) void this.#supervisor.end(`it ${does}`);
  }

  /** Overrun of the control port, which no extension owns: only the sole extension of a host can be named. */
  #hostOverrun(does: string): void {
    const [only, ...others] = this.members;
    if (only && others.length === 0) {
      this.#tell({ type: 'overrun', host: this, extension: only.extension, does });
    } else this.#supervisor.crash(`it ${does}`);
  }

  #disconnectAll(reason: string): void {
    for (const { extension } of this.#members.disconnect(reason)) this.#tell({ type: 'gone', extension });
  }

  #leaveAll(reason: string): () => void {
    const { gone, close } = this.#members.leave(reason);
    for (const { extension } of gone) this.#tell({ type: 'gone', extension });
    return close;
  }

  #fail(reason: string): void {
    if (this.#stopIfEmpty()) return;
    const names = this.members.map(({ extension }) => extension.manifest.name).join(', ');
    this.#failure = {
      code: 'host-start-failed',
      message: `The extension ${names} stopped ${formatCrashes(this.limits.restarts)} (${reason}) and stays off.`,
    };
    const failure = this.#failure;
    // First, because listeners may redirect the waiting callers to another host.
    this.#tell({ type: 'host-gave-up', host: this, reason });
    for (const member of this.members) member.refuseWaiters(failure);
  }

  /** Stops a process that was only kept for the last calls of removed extensions. */
  #stopIfEmpty(): boolean {
    if (this.#members.size > 0) return false;
    void this.#supervisor.stop();
    return true;
  }
}

const stoppedBeforeStart = ({ manifest: { id, name } }: DiscoveredExtension): Failure => ({
  code: 'cancelled',
  message: `The extension ${name} was stopped before it had started.`,
  extensionId: id,
});
