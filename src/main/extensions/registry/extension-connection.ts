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
import type { Code } from '../sources/find-code.ts';

/** Interval in milliseconds of checking whether a retiring extension has finished. */
const drainCheckMs = 25;

/** One run of an extension, for the services that it calls. */
export type ExtensionInstance = Pick<ExtensionConnection, 'gone' | 'call'>;

export interface ConnectionOptions {
  readonly port: RpcPort;
  /** Name of the extension, for messages. */
  readonly name: string;
  /** Its code. The activation begins once that is found, and its time counts from then; an error makes it fail. */
  readonly code: Promise<Pick<Code, 'given'>>;
  /** The activation event. */
  readonly reason: string;
  readonly methodsFor: (instance: ExtensionInstance) => Record<string, CallHandler>;
  readonly limits: Pick<HostLimits, 'activationMs' | 'exitReportMs' | 'running' | 'window'>;
  readonly streams?: Readonly<Record<string, StreamHandler>> | undefined;
  /** Distributes main's time among the ports. */
  readonly turns: FairTurns;
  /** It sends more than its port permits. `does` completes "The extension X …". */
  readonly onOverrun: (does: string) => void;
  readonly onBadMessage: (why: string) => void;
  readonly onTraffic?: TrafficListener | undefined;
}

/** One extension on its own port in a running host. The port identifies the extension. */
export class ExtensionConnection {
  readonly peer: Peer<ExtensionMethods, ExtensionStreams>;
  readonly activated: Promise<ExtensionMethods['activate']['result']>;
  /** Duration of the activation in milliseconds; undefined until it is activated. */
  activationMs: number | undefined;
  readonly #gone = new AbortController();

  constructor(options: ConnectionOptions) {
    const { port, name, code, reason, methodsFor, streams = {}, limits, turns, onBadMessage, onTraffic } = options;
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
    let startedAt = 0;
    this.activated = code
      .then(({ given }) => {
        startedAt = performance.now();
        return this.peer.call('activate', { reason, ...given }, { deadlineMs: activationMs });
      })
      .catch((thrown: unknown) => {
        if (!(thrown instanceof RpcError && thrown.code === 'timeout')) throw thrown;
        const message = `${name} did not finish activate within ${activationMs / 1000} s.`;
        throw new FailureError({ code: 'timeout', message }, { cause: thrown });
      });
    this.activated.then(
      () => {
        this.activationMs = performance.now() - startedAt;
      },
      // A failure is reported through `activated`, though perhaps nobody awaits it.
      () => undefined,
    );
  }

  /** Aborts when the run has ended or is being replaced: its UI and its waits must be withdrawn. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Calls this run only, also during its activation, and never starts it. */
  call<M extends keyof ExtensionMethods>(
    method: M,
    params: ExtensionMethods[M]['params'],
    options?: CallOptions,
  ): Promise<ExtensionMethods[M]['result']> {
    return this.peer.call(method, params, options);
  }

  /** Whether it has unfinished calls. */
  get isBusy(): boolean {
    return this.peer.pendingCount > 0;
  }

  /** Last known activity, completing "stopped …". */
  get whereabouts(): string {
    if (!this.isBusy) return '';
    const { lastCall } = this.peer.statistics;
    return this.activationMs === undefined || !lastCall ? ' while activating' : ` in ${lastCall}`;
  }

  /** Call when it is being replaced: it may finish its calls, but its UI belongs to the new run. */
  retire(): void {
    this.#gone.abort();
  }

  /** Resolves when it has no unfinished calls, the limit has passed, or it is closed. */
  async drained(limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    while (this.isBusy && !this.peer.isClosed && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, drainCheckMs));
    }
  }

  /** Settles all calls of main; the extension may still call main, as it does while it deactivates. */
  giveUp(reason: Error): void {
    this.retire();
    this.peer.giveUp(reason);
  }

  /** Settles all pending calls with the reason. */
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

/**
 * UI, provider methods and registrations belong to the new instance, and so does what a person is asked about, by what
 * they let the new one do; credentials, files and logs do not.
 */
const belongsToSuccessor = (method: string): boolean =>
  /^(window|progress|document|provider|contributions|exec|thread|model)\./.test(method) ||
  method === 'credential.request';

/**
 * The ports of a dying process close before its exit is reported, and only that report has the reason, with which the
 * peer is then closed. This port reports its closing late, in case no exit is reported in time.
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
