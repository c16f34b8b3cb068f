import {
  type ExtensionOpen,
  type HostMethods,
  type HostReports,
  hostReportParams,
} from '../../../shared/contract/extensions/exthost-api.ts';
import { Peer } from '../../../shared/rpc/peer.ts';
import type { RpcPort } from '../../../shared/rpc/ports/port.ts';
import { RpcError } from '../../../shared/rpc/rpc-error.ts';
import type { TrafficListener } from '../../../shared/rpc/traffic.ts';
import type { FairTurns } from '../ports/fair-turns.ts';
import type { HostLimits } from './host-limits.ts';
import type { HostMetrics, HostProcess, HostProcessEvents, InspectorSession, SpawnHost } from './host-process.ts';
import { type HostEffect, type HostEvent, type HostState, stoppedHost, transition } from './host-transition.ts';

export type SupervisorEvent =
  /** After every transition that changed a visible property. */
  | { readonly type: 'changed'; readonly state: HostState }
  /** The process runs: open the extensions' ports and activate those that were active. */
  | { readonly type: 'connected' }
  /** The process is gone or about to be; everything pending on its ports must be settled. */
  | { readonly type: 'disconnected'; readonly reason: string }
  | { readonly type: 'unresponsive' }
  | { readonly type: 'responsive' }
  | { readonly type: 'crashed'; readonly reason: string; readonly restartInMs: number }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'output'; readonly line: string }
  /** An extension tried to end the process, which was prevented. */
  | { readonly type: 'exit-attempt'; readonly attempt: HostReports['exitAttempt']['params'] }
  /** The host sends more than its control port permits. `does` completes "It …". */
  | { readonly type: 'overrun'; readonly does: string };

export interface SupervisorOptions {
  readonly id: string;
  readonly spawn: SpawnHost;
  readonly limits: HostLimits;
  readonly tell: (event: SupervisorEvent) => void;
  /** The process is asked to end; extensions may use their ports while they deactivate. @returns closes the ports */
  leavePorts(reason: string): () => void;
  /** Time (`performance.now()`) at which the oldest unacknowledged message on an extension's port was sent. */
  oldestUnacknowledgedAt(): number | undefined;
  /** Distributes main's time among the ports, the control port included. */
  readonly turns: FairTurns;
  readonly onTraffic?: TrafficListener | undefined;
  /** Times of crashes of its extension in an earlier host, which count here too. */
  readonly crashes?: readonly number[] | undefined;
}

interface LiveProcess {
  readonly process: HostProcess;
  readonly control: Peer<HostMethods>;
  /** Check interval while the process is monitored. */
  watch: NodeJS.Timeout | undefined;
  startTimer: NodeJS.Timeout | undefined;
}

/** Runs the transitions of one host: owns its process and timers, and reports events. */
export class HostSupervisor {
  readonly id: string;
  readonly #options: SupervisorOptions;
  #state: HostState;
  #live: LiveProcess | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  /** Deferred report of a process that could not be started. */
  #failedStart: NodeJS.Immediate | undefined;
  /** Released processes that may still be ending. */
  readonly #leaving = new Set<Promise<void>>();

  constructor(options: SupervisorOptions) {
    this.id = options.id;
    this.#options = options;
    this.#state = stoppedHost(options.crashes ?? []);
  }

  get state(): HostState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#live?.process.pid;
  }

  start(): void {
    this.#take({ type: 'start-requested' });
  }

  restart(): void {
    this.#take({ type: 'restart-requested' });
  }

  /** Resolves when the process has ended, at the latest after its shutdown limit. */
  async stop(): Promise<void> {
    this.#take({ type: 'stop-requested' });
    await Promise.all(this.#leaving);
  }

  /** Kills the process without deactivation. Resolves when it has ended. @param reason completes "stopped: …" */
  async end(reason: string): Promise<void> {
    this.#take({ type: 'end-requested', reason });
    await Promise.all(this.#leaving);
  }

  /** Kills the process and counts it as a crash. @param reason completes "stopped: …" */
  crash(reason: string): void {
    this.#kill(reason);
    this.#take({ type: 'exited', at: Date.now(), reason });
  }

  /** Opens the port of one extension. The host must be running. @param glue of a component */
  openExtension(open: ExtensionOpen, glue?: Promise<string>): RpcPort {
    return this.#present().openPort(open, glue);
  }

  /** @returns a session with the inspector of the present process, also while it hangs */
  async inspect(): Promise<InspectorSession> {
    return this.#present().inspect();
  }

  /** @returns the address for DevTools; null when they were opened by the call */
  async openInspector(): Promise<string | null> {
    const process = this.#present();
    process.openInspector?.();
    return (await process.inspectorUrl?.()) ?? null;
  }

  /** @returns null without a process, or when it cannot be measured */
  async metrics(): Promise<HostMetrics | null> {
    return (await this.#live?.process.metrics().catch(() => null)) ?? null;
  }

  #present(): HostProcess {
    if (!this.#live) throw new Error(`The extension host ${this.id} is not running`);
    return this.#live.process;
  }

  #take(event: HostEvent): void {
    const before = this.#state;
    const { state, effects } = transition(before, event, this.#options.limits.restarts);
    this.#state = state;
    for (const effect of effects) this.#run(effect);
    if (state.status !== before.status) this.#options.tell({ type: 'changed', state });
  }

  #run(effect: HostEffect): void {
    switch (effect.type) {
      case 'spawn':
        return this.#start();
      case 'kill':
        return this.#kill(effect.reason ?? 'at your request');
      case 'shut-down':
        return this.#shutDown();
      case 'schedule-restart':
        this.#restartTimer = setTimeout(() => this.#take({ type: 'backoff-elapsed' }), effect.delayMs);
        return;
      case 'cancel-restart':
        return clearTimeout(this.#restartTimer);
      case 'connect-extensions':
        return this.#options.tell({ type: 'connected' });
      case 'announce-unresponsive':
        return this.#options.tell({ type: 'unresponsive' });
      case 'announce-responsive':
        return this.#options.tell({ type: 'responsive' });
      case 'announce-crashed':
        return this.#options.tell({ type: 'crashed', reason: effect.reason, restartInMs: effect.restartInMs });
      case 'announce-failed':
        return this.#options.tell({ type: 'failed', reason: effect.reason });
      default:
        return effect satisfies never;
    }
  }

  #start(): void {
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const process = this.#spawnOrReport({
      onExit: (reason) => {
        ended();
        this.#leaving.delete(end);
        if (!process || this.#live?.process !== process) return;
        this.#letGo();
        this.#options.tell({ type: 'disconnected', reason });
        this.#take({ type: 'exited', at: Date.now(), reason });
      },
      onOutput: (line) => this.#options.tell({ type: 'output', line }),
    });
    if (!process) return;
    this.#leaving.add(end);
    const { startMs, window } = this.#options.limits;
    const lane = this.#options.turns.open(
      window,
      (does) => this.#live === live && this.#options.tell({ type: 'overrun', does }),
    );
    const live: LiveProcess = {
      process,
      control: new Peer<HostMethods>(lane.charging(process.control), {
        intake: lane,
        methods: { exitAttempt: (params) => this.#live === live && this.#reportExitAttempt(params) },
        onTraffic: this.#options.onTraffic,
        onBadMessage: (why) => {
          this.#options.tell({ type: 'output', line: `The host sent a message that was dropped: ${why}` });
          lane.bad();
        },
        onClose: () => lane.close(),
      }),
      watch: undefined,
      startTimer: undefined,
    };
    this.#live = live;
    live.startTimer = setTimeout(() => {
      const reason = `it did not start within ${startMs / 1000} s`;
      if (this.#live === live) this.#take({ type: 'start-timed-out', at: Date.now(), reason });
    }, startMs);
    live.control.call('ping', null).then(
      () => {
        clearTimeout(live.startTimer);
        if (this.#live !== live) return;
        live.watch = this.#watch(live);
        this.#take({ type: 'ready' });
      },
      // The exit, which follows, gives the reason.
      () => undefined,
    );
  }

  /** @returns undefined when it could not be started, which is then reported as an exit */
  #spawnOrReport(events: HostProcessEvents): HostProcess | undefined {
    try {
      return this.#options.spawn(this.id, events);
    } catch (error) {
      const reason = `it could not be started: ${error instanceof Error ? error.message : String(error)}`;
      // After the transition that requested the start.
      this.#failedStart = setImmediate(() => {
        this.#options.tell({ type: 'disconnected', reason });
        this.#take({ type: 'exited', at: Date.now(), reason });
      });
      return undefined;
    }
  }

  #reportExitAttempt(params: unknown): null {
    const attempt = hostReportParams.exitAttempt.safeParse(params);
    if (!attempt.success) throw new RpcError('invalid-params', 'exitAttempt: wants a call and a stack');
    this.#options.tell({ type: 'exit-attempt', attempt: attempt.data });
    return null;
  }

  /** Pings at every check, so that the hang of an idle host is detected too. */
  #watch(live: LiveProcess): NodeJS.Timeout {
    const { checkMs } = this.#options.limits;
    let lastCheck = performance.now();
    return setInterval(() => {
      const now = performance.now();
      const wasAsleep = now - lastCheck > 2 * checkMs;
      lastCheck = now;
      if (live.control.oldestUnacknowledgedAt === undefined) {
        // Only an answer proves that the loop turns: closing an extension's port also removes its overdue message.
        const answered = () => this.#live === live && !this.#isOverdue(live) && this.#take({ type: 'acknowledged' });
        live.control.call('ping', null).then(answered, () => undefined);
      }
      // After a sleep of the computer, or a stall of main, overdue messages say nothing about the host.
      if (!wasAsleep && this.#isOverdue(live)) this.#take({ type: 'silent' });
    }, checkMs);
  }

  #isOverdue(live: LiveProcess): boolean {
    const oldest = Math.min(
      live.control.oldestUnacknowledgedAt ?? Number.POSITIVE_INFINITY,
      this.#options.oldestUnacknowledgedAt() ?? Number.POSITIVE_INFINITY,
    );
    const { silenceMs, checkMs } = this.#options.limits;
    // A tenth of a check as tolerance, as the timer of the last one may round either way.
    return performance.now() - oldest >= silenceMs - checkMs / 10;
  }

  #shutDown(): void {
    const live = this.#letGo();
    if (!live) return;
    const { process, control } = live;
    const closePorts = this.#options.leavePorts('at your request');
    const killTimer = setTimeout(() => process.kill(), this.#options.limits.shutDownMs);
    control
      .call('shutdown', null)
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(killTimer);
        closePorts();
        process.kill();
      });
  }

  #kill(reason: string): void {
    const live = this.#letGo();
    if (!live) return;
    this.#options.tell({ type: 'disconnected', reason });
    live.process.kill();
  }

  /** Detaches the present process: its further reports are ignored. */
  #letGo(): LiveProcess | undefined {
    const live = this.#live;
    this.#live = undefined;
    clearInterval(live?.watch);
    clearTimeout(live?.startTimer);
    clearImmediate(this.#failedStart);
    return live;
  }
}
