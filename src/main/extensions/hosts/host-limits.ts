import { portWindow } from '../../../shared/contract/extensions/port-window.ts';
import type { SendWindow } from '../../../shared/rpc/wire/wire.ts';
import { type Deadlines, usualDeadlines } from '../../deadlines.ts';

/** What follows when a host crashes. */
export interface RestartPolicy {
  /** Milliseconds before it is back, by how many crashes there were in a row; the last holds for all further ones. */
  readonly backoffMs: readonly number[];
  /** With so many crashes within the window it stays off. */
  readonly crashes: number;
  readonly windowMs: number;
}

/** What a host and its extensions may take of time, and how much may be under way from them. */
export interface HostLimits extends HostDeadlines {
  /** Milliseconds between two pings. */
  readonly checkMs: number;
  readonly restarts: RestartPolicy;
  /** Calls and streams of one extension that may run in main at once. */
  readonly running: number;
  /** What may be under way on one port; the host's entry names the same. */
  readonly window: SendWindow;
}

type HostDeadlines = Deadlines['hosts'];

/** Those of every kind of host. */
export const hostLimitsOf = (deadlines: HostDeadlines): HostLimits => ({
  ...deadlines,
  checkMs: 1_000,
  restarts: { backoffMs: [0, 1_000, 4_000], crashes: 3, windowMs: 5 * 60_000 },
  running: 1_000,
  window: portWindow,
});

/** For a host on a computer that does not stall. */
export const hostLimits = hostLimitsOf(usualDeadlines.hosts);

/** Completes "It stopped": "3 times in 5 minutes". */
export const formatCrashes = ({ crashes, windowMs }: RestartPolicy): string =>
  `${crashes} times in ${windowMs / 60_000} minutes`;
