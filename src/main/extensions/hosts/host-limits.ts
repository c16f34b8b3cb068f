import { portWindow } from '../../../shared/contract/extensions/port-window.ts';
import type { SendWindow } from '../../../shared/rpc/wire/wire.ts';
import { type Deadlines, usualDeadlines } from '../../deadlines.ts';

/** Restarts after crashes. */
export interface RestartPolicy {
  /** Milliseconds before a restart, by the number of crashes in a row; the last value applies to all further ones. */
  readonly backoffMs: readonly number[];
  /** Number of crashes within the window after which the host stays off. */
  readonly crashes: number;
  readonly windowMs: number;
}

/** Limits of a host and its extensions in time and in concurrent work. */
export interface HostLimits extends HostDeadlines {
  /** Interval of the pings in milliseconds. */
  readonly checkMs: number;
  readonly restarts: RestartPolicy;
  /** Concurrent calls and streams of one extension in main. */
  readonly running: number;
  /** Unacknowledged messages of one port; the host's entry uses the same value. */
  readonly window: SendWindow;
}

type HostDeadlines = Deadlines['hosts'];

/** The limits of every kind of host. */
export const hostLimitsOf = (deadlines: HostDeadlines): HostLimits => ({
  ...deadlines,
  checkMs: 1_000,
  restarts: { backoffMs: [0, 1_000, 4_000], crashes: 3, windowMs: 5 * 60_000 },
  running: 1_000,
  window: portWindow,
});

/** For a computer that does not stall. */
export const hostLimits = hostLimitsOf(usualDeadlines.hosts);

/** Completes "It stopped": "3 times in 5 minutes". */
export const formatCrashes = ({ crashes, windowMs }: RestartPolicy): string =>
  `${crashes} times in ${windowMs / 60_000} minutes`;
