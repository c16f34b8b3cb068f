import type { ExtensionMethods, ExtensionStreams } from '../../shared/contract/exthost-api.ts';
import type { CallHandler } from '../../shared/rpc/handlers.ts';
import { Peer } from '../../shared/rpc/peer.ts';
import type { RpcPort } from '../../shared/rpc/port.ts';

/** Milliseconds an extension may take to activate. */
const activationMs = 10_000;

/** Milliseconds between the closing of a port and the report that its process ended, at the most. */
const exitReportMs = 3_000;

/** One extension on its own port in a running host. The port is its identity. */
export class ExtensionConnection {
  readonly peer: Peer<ExtensionMethods, ExtensionStreams>;
  readonly activated: Promise<ExtensionMethods['activate']['result']>;

  constructor(
    port: RpcPort,
    reason: string,
    methods: Record<string, CallHandler>,
    onBadMessage: (why: string) => void,
  ) {
    this.peer = new Peer(closingLate(port), { methods, onBadMessage });
    this.activated = this.peer.call('activate', { reason }, { deadlineMs: activationMs });
    // Whoever waits for the activation sees its failure; nobody may be waiting.
    this.activated.catch(() => undefined);
  }

  /** Whether it has been asked something that it has not finished. */
  get isBusy(): boolean {
    return this.peer.pendingCount > 0;
  }
}

/**
 * The ports of a process that dies close before its end is reported, and only the report says why. Whoever hears of it
 * closes the peer with that reason; this port closes by itself when nobody does.
 */
const closingLate = (port: RpcPort): RpcPort => ({
  send: (message) => port.send(message),
  onMessage: (listener) => port.onMessage(listener),
  close: () => port.close(),
  onClose: (listener) => port.onClose(() => setTimeout(listener, exitReportMs).unref()),
});
