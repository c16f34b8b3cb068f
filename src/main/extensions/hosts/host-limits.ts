import { portWindow } from '../../../shared/contract/extensions/port-window.ts';
import type { SendWindow } from '../../../shared/rpc/wire/wire.ts';

/** What follows when a host crashes. */
export interface RestartPolicy {
  /** Milliseconds before it is back, by how many crashes there were in a row; the last holds for all further ones. */
  readonly backoffMs: readonly number[];
  /** With so many crashes within the window it stays off. */
  readonly crashes: number;
  readonly windowMs: number;
}

/** What a host and its extensions may take of time, and how much may be under way from them. */
export interface HostLimits {
  /** For the answer to the first ping. */
  readonly startMs: number;
  /** Without an acknowledgement for so long, it is unresponsive. */
  readonly silenceMs: number;
  /** Between two pings. */
  readonly checkMs: number;
  /** For its extensions to deactivate, before it is killed. */
  readonly shutDownMs: number;
  readonly restarts: RestartPolicy;
  /** For an extension to activate. */
  readonly activationMs: number;
  /** For the last answers of an instance that is replaced. */
  readonly drainMs: number;
  /** Between the closing of a port and the report that its process ended. */
  readonly exitReportMs: number;
  /** Calls and streams of one extension that may run in main at once. */
  readonly running: number;
  /** What may be under way on one port; the host's entry names the same. */
  readonly window: SendWindow;
}

/** Those of every kind of host that names no others. */
export const hostLimits: HostLimits = {
  startMs: 10_000,
  silenceMs: 3_000,
  checkMs: 1_000,
  shutDownMs: 3_000,
  restarts: { backoffMs: [0, 1_000, 4_000], crashes: 3, windowMs: 5 * 60_000 },
  activationMs: 10_000,
  drainMs: 10_000,
  exitReportMs: 3_000,
  running: 1_000,
  window: portWindow,
};

/** Completes "It stopped": "3 times in 5 minutes". */
export const formatCrashes = ({ crashes, windowMs }: RestartPolicy): string =>
  `${crashes} times in ${windowMs / 60_000} minutes`;
