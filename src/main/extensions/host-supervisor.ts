import type { ExtensionOpen, HostMethods } from '../../shared/contract/exthost-api.ts';
import { Peer } from '../../shared/rpc/peer.ts';
import type { RpcPort } from '../../shared/rpc/port.ts';
import type { HostProcess, SpawnHost } from './host-process.ts';
import {
  type HostEffect,
  type HostEvent,
  type HostState,
  initialHostState,
  limits,
  transition,
} from './host-transition.ts';

export interface HostListener {
  /** After every transition that changed something to show. */
  onChange(state: HostState): void;
  /** The process runs: open the extensions' ports and activate what was active. */
  onConnect(): void;
  /** The process is gone or about to be; everything pending on its ports must be settled. */
  onDisconnect(reason: string): void;
  onUnresponsive(): void;
  onResponsive(): void;
  onCrash(reason: string, restartInMs: number): void;
  onFail(reason: string): void;
  onOutput(line: string): void;
  /** When the oldest unacknowledged message on any of the extensions' ports was sent (ms since the epoch). */
  oldestUnacknowledgedAt(): number | undefined;
}

interface LiveProcess {
  readonly process: HostProcess;
  readonly control: Peer<HostMethods>;
  /** Runs every second while the process is watched. */
  watch: NodeJS.Timeout | undefined;
  startTimer: NodeJS.Timeout | undefined;
}

/** Runs the transitions of one host: owns its process and its timers, and tells the listener what happened. */
export class HostSupervisor {
  readonly id: string;
  readonly #spawn: SpawnHost;
  readonly #listener: HostListener;
  #state = initialHostState;
  #live: LiveProcess | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  /** Processes that were let go and may still be ending. */
  readonly #leaving = new Set<Promise<void>>();

  constructor(id: string, spawn: SpawnHost, listener: HostListener) {
    this.id = id;
    this.#spawn = spawn;
    this.#listener = listener;
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

  /** Resolves when the process has ended, 3 s at the latest after it was asked. */
  async stop(): Promise<void> {
    this.#take({ type: 'stop-requested' });
    await Promise.all(this.#leaving);
  }

  /** Opens the port of one extension. The host must be running. */
  openExtension(open: ExtensionOpen): RpcPort {
    if (!this.#live) throw new Error(`The extension host ${this.id} is not running`);
    return this.#live.process.openPort(open);
  }

  #take(event: HostEvent): void {
    const before = this.#state;
    const { state, effects } = transition(before, event);
    this.#state = state;
    for (const effect of effects) this.#run(effect);
    if (state.status !== before.status) this.#listener.onChange(this.#state);
  }

  #run(effect: HostEffect): void {
    switch (effect.type) {
      case 'spawn':
        return this.#start();
      case 'kill':
        return this.#release('at your request', (live) => live.process.kill());
      case 'shut-down':
        return this.#shutDown();
      case 'schedule-restart':
        this.#restartTimer = setTimeout(() => this.#take({ type: 'backoff-elapsed' }), effect.delayMs);
        return;
      case 'cancel-restart':
        return clearTimeout(this.#restartTimer);
      case 'connect-extensions':
        return this.#listener.onConnect();
      case 'announce-unresponsive':
        return this.#listener.onUnresponsive();
      case 'announce-responsive':
        return this.#listener.onResponsive();
      case 'announce-crashed':
        return this.#listener.onCrash(effect.reason, effect.restartInMs);
      case 'announce-failed':
        return this.#listener.onFail(effect.reason);
      default:
        return effect satisfies never;
    }
  }

  #start(): void {
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const process = this.#spawn(this.id, {
      onExit: (reason) => {
        ended();
        this.#leaving.delete(end);
        if (this.#live?.process !== process) return;
        this.#release(reason, () => undefined);
        this.#take({ type: 'exited', at: Date.now(), reason });
      },
      onOutput: (line) => this.#listener.onOutput(line),
    });
    this.#leaving.add(end);
    const live: LiveProcess = {
      process,
      control: new Peer<HostMethods>(process.control),
      watch: undefined,
      startTimer: undefined,
    };
    this.#live = live;
    live.startTimer = setTimeout(() => {
      if (this.#live === live) this.#take({ type: 'start-timed-out', at: Date.now() });
    }, limits.start);
    live.control.call('ping', null).then(
      () => {
        clearTimeout(live.startTimer);
        if (this.#live !== live) return;
        live.watch = this.#watch(live);
        this.#take({ type: 'ready' });
      },
      // The exit, which follows, says why.
      () => undefined,
    );
  }

  /** Pings every second, so that an idle host that hangs is found too. */
  #watch(live: LiveProcess): NodeJS.Timeout {
    let lastCheck = Date.now();
    return setInterval(() => {
      const now = Date.now();
      const wasAsleep = now - lastCheck > 2 * limits.check;
      lastCheck = now;
      if (live.control.oldestUnacknowledgedAt === undefined) {
        // Only an answer shows that it turns again: an extension's overdue message also goes when its port is closed.
        const answered = () => this.#live === live && !this.#isOverdue(live) && this.#take({ type: 'acknowledged' });
        live.control.call('ping', null).then(answered, () => undefined);
      }
      // A computer that slept, or a main process that was held up, says nothing about the host.
      if (!wasAsleep && this.#isOverdue(live)) this.#take({ type: 'silent' });
    }, limits.check);
  }

  #isOverdue(live: LiveProcess): boolean {
    const oldest = Math.min(
      live.control.oldestUnacknowledgedAt ?? Number.POSITIVE_INFINITY,
      this.#listener.oldestUnacknowledgedAt() ?? Number.POSITIVE_INFINITY,
    );
    // A tenth of a check makes the third second count whichever way its timer rounds.
    return Date.now() - oldest >= limits.silence - limits.check / 10;
  }

  #shutDown(): void {
    this.#release('at your request', (live) => {
      const { process, control } = live;
      const killTimer = setTimeout(() => process.kill(), limits.shutDown);
      control
        .call('shutdown', null)
        .catch(() => undefined)
        .finally(() => {
          clearTimeout(killTimer);
          process.kill();
        });
    });
  }

  /** Lets go of the present process: nothing it does from here on is an event. */
  #release(reason: string, end: (live: LiveProcess) => void): void {
    const live = this.#live;
    if (!live) return;
    this.#live = undefined;
    clearInterval(live.watch);
    clearTimeout(live.startTimer);
    this.#listener.onDisconnect(reason);
    end(live);
  }
}
