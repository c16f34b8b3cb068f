import { FailureError } from '../../../shared/contract/errors.ts';
import type { ExtensionMethods, ExtensionStreams } from '../../../shared/contract/extensions/exthost-api.ts';
import type { CallHandler, StreamHandler } from '../../../shared/rpc/handlers.ts';
import { type CallOptions, Peer } from '../../../shared/rpc/peer.ts';
import type { RpcPort } from '../../../shared/rpc/ports/port.ts';
import { RpcError } from '../../../shared/rpc/rpc-error.ts';
import type { TrafficListener } from '../../../shared/rpc/traffic.ts';
import type { HostLimits } from '../hosts/host-limits.ts';
import type { FairTurns } from '../ports/fair-turns.ts';
import type { PortLane } from '../ports/port-lane.ts';

/** Milliseconds between two looks whether an extension that leaves has finished. */
const drainCheckMs = 25;

/** One run of an extension, as the services that it calls see it. */
export type ExtensionInstance = Pick<ExtensionConnection, 'gone' | 'call'>;

export interface ConnectionOptions {
  readonly port: RpcPort;
  /** The extension's, for sentences. */
  readonly name: string;
  /** It is activated once this has resolved; what this throws is why its activation failed. */
  readonly ready: Promise<void>;
  /** What it is activated for. */
  readonly reason: string;
  readonly methodsFor: (instance: ExtensionInstance) => Record<string, CallHandler>;
  readonly limits: Pick<HostLimits, 'activationMs' | 'exitReportMs' | 'running' | 'window'>;
  readonly streams?: Readonly<Record<string, StreamHandler>> | undefined;
  /** What it sends has its turn among the other ports. */
  readonly turns: FairTurns;
  /** It sends without regard for main. What it does completes "The extension X …". */
  readonly onOverrun: (does: string) => void;
  readonly onBadMessage: (why: string) => void;
  readonly onTraffic?: TrafficListener | undefined;
}

/** One extension on its own port in a running host. The port is its identity. */
export class ExtensionConnection {
  readonly peer: Peer<ExtensionMethods, ExtensionStreams>;
  readonly activated: Promise<ExtensionMethods['activate']['result']>;
  /** Milliseconds; undefined while it activates. */
  activationMs: number | undefined;
  readonly #gone = new AbortController();

  constructor(options: ConnectionOptions) {
    const { port, name, ready, reason, methodsFor, streams = {}, limits, turns, onBadMessage, onTraffic } = options;
    const { activationMs } = limits;
    const lane = turns.open(limits.window, options.onOverrun);
    this.peer = new Peer(lane.charging(closingLate(port, limits.exitReportMs)), {
      methods: this.#untilRetired(methodsFor(this), lane),
      streams,
      intake: lane,
      onBadMessage(why) {
        onBadMessage(why);
        lane.bad();
      },
      onTraffic,
      maxRunning: limits.running,
      onClose: () => {
        lane.close();
        this.#gone.abort();
      },
    });
    const openedAt = performance.now();
    this.activated = ready
      .then(() => this.peer.call('activate', { reason }, { deadlineMs: activationMs }))
      .catch((thrown: unknown) => {
        if (!(thrown instanceof RpcError && thrown.code === 'timeout')) throw thrown;
        const message = `${name} did not finish activate within ${activationMs / 1000} s.`;
        throw new FailureError({ code: 'timeout', message }, { cause: thrown });
      });
    this.activated.then(
      () => {
        this.activationMs = performance.now() - openedAt;
      },
      // Whoever waits for the activation sees its failure; nobody may be waiting.
      () => undefined,
    );
  }

  /** Aborts when it is gone or about to be replaced: what it shows and waits for must be withdrawn. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Calls this run and no other: also while it activates, and never starts it. */
  call<M extends keyof ExtensionMethods>(
    method: M,
    params: ExtensionMethods[M]['params'],
    options?: CallOptions,
  ): Promise<ExtensionMethods[M]['result']> {
    return this.peer.call(method, params, options);
  }

  /** Whether it has been asked something that it has not finished. */
  get isBusy(): boolean {
    return this.peer.pendingCount > 0;
  }

  /** Where it was last seen, to complete "stopped …". */
  get whereabouts(): string {
    if (!this.isBusy) return '';
    const { lastCall } = this.peer.statistics;
    return this.activationMs === undefined || !lastCall ? ' while activating' : ` in ${lastCall}`;
  }

  /** Another takes its place: it finishes what it does, and what is shown belongs to the other from here on. */
  retire(): void {
    this.#gone.abort();
  }

  /** Resolves when nothing is asked of it any more, or the limit has passed, or it is closed. */
  async drained(limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    while (this.isBusy && !this.peer.isClosed && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, drainCheckMs));
    }
  }

  /** Settles all that main waits for; the extension may still ask, as it does when it deactivates. */
  giveUp(reason: Error): void {
    this.retire();
    this.peer.giveUp(reason);
  }

  /** Settles all that is pending with the reason. */
  close(reason: Error): void {
    this.peer.close(reason);
  }

  #untilRetired(methods: Record<string, CallHandler>, lane: PortLane): Record<string, CallHandler> {
    const guarded: Record<string, CallHandler> = {};
    for (const [name, handler] of Object.entries(methods)) {
      const charged = lane.chargingTasks(handler);
      guarded[name] = (params, context) => {
        if (!this.#gone.signal.aborted || !belongsToSuccessor(name)) return charged(params, context);
        throw new RpcError('closed', `${name}: this instance of the extension is being replaced`);
      };
    }
    return guarded;
  }
}

export async function whenActivated(connection: ExtensionConnection): Promise<ExtensionConnection> {
  await connection.activated;
  return connection;
}

/** What is on the screen or is told about providers is the matter of the new instance; keys, files and logs are not. */
const belongsToSuccessor = (method: string): boolean =>
  /^(window|progress|document|provider)\./.test(method) || method === 'credential.request';

/**
 * The ports of a process that dies close before its end is reported, and only the report says why. Whoever hears of it
 * closes the peer with that reason; this port closes by itself when nobody does in time.
 */
function closingLate(port: RpcPort, exitReportMs: number): RpcPort {
  let timer: NodeJS.Timeout | undefined;
  return {
    send: (message) => port.send(message),
    onMessage: (listener) => port.onMessage(listener),
    close() {
      clearTimeout(timer);
      port.close();
    },
    onClose(listener) {
      port.onClose(() => {
        timer = setTimeout(listener, exitReportMs).unref();
      });
    },
  };
}
