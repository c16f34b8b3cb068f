import type { HostStatus } from '../../../shared/contract/extensions/host-state.ts';
import type { RestartPolicy } from './host-limits.ts';

/**
 * The life cycle of one extension host as a pure function `(state, event) -> state + effects`, under a policy.
 * host-supervisor.ts turns effects into processes and timers, and reports events of the present process only.
 */

export interface HostState {
  readonly status: HostStatus;
  /** Times (ms) of the crashes within the window, oldest first. Cleared by a person's restart. */
  readonly crashes: readonly number[];
  /** Crashes without a quiet window between them; determines the backoff. */
  readonly crashesInARow: number;
}

/** @param crashes times of crashes of its extension in an earlier host, which count here too */
export const stoppedHost = (crashes: readonly number[] = []): HostState => ({
  status: 'stopped',
  crashes,
  crashesInARow: crashes.length,
});

export type HostEvent =
  | { type: 'start-requested' }
  | { type: 'restart-requested' }
  | { type: 'stop-requested' }
  /** As a stop, but without time to shut down. */
  | { type: 'end-requested'; reason: string }
  /** The process answered its first ping. */
  | { type: 'ready' }
  | { type: 'start-timed-out'; at: number; reason: string }
  | { type: 'exited'; at: number; reason: string }
  /** An acknowledgement is overdue. */
  | { type: 'silent' }
  | { type: 'acknowledged' }
  | { type: 'backoff-elapsed' };

export type HostEffect =
  | { type: 'spawn' }
  /** Kills the present process. Without a reason: a person requested it. */
  | { type: 'kill'; reason?: string }
  /** Lets the present process deactivate its extensions, and kills it if it has not ended in time. */
  | { type: 'shut-down' }
  | { type: 'schedule-restart'; delayMs: number }
  | { type: 'cancel-restart' }
  | { type: 'connect-extensions' }
  | { type: 'announce-unresponsive' }
  | { type: 'announce-responsive' }
  | { type: 'announce-crashed'; reason: string; restartInMs: number }
  | { type: 'announce-failed'; reason: string };

export interface Transition {
  readonly state: HostState;
  readonly effects: readonly HostEffect[];
}

export function transition(state: HostState, event: HostEvent, policy: RestartPolicy): Transition {
  const { status } = state;
  switch (event.type) {
    case 'start-requested':
      // A failed host stays down until a person restarts it: calls to its extensions do not.
      return status === 'stopped' ? to(state, 'starting', { type: 'spawn' }) : stay(state);
    case 'restart-requested':
      return to({ ...state, crashes: [], crashesInARow: 0 }, 'starting', ...leaving[status], { type: 'spawn' });
    case 'stop-requested':
      return to(state, 'stopped', ...leaving[status]);
    case 'end-requested':
      if (!hasProcess.has(status)) return to(state, 'stopped', ...leaving[status]);
      return to(state, 'stopped', { type: 'kill', reason: event.reason });
    case 'ready':
      return status === 'starting' ? to(state, 'running', { type: 'connect-extensions' }) : stay(state);
    case 'start-timed-out':
      return status === 'starting' ? crashed(state, event, policy, { type: 'kill' }) : stay(state);
    case 'exited':
      return hasProcess.has(status) ? crashed(state, event, policy) : stay(state);
    case 'silent':
      return status === 'running' ? to(state, 'unresponsive', { type: 'announce-unresponsive' }) : stay(state);
    case 'acknowledged':
      return status === 'unresponsive' ? to(state, 'running', { type: 'announce-responsive' }) : stay(state);
    case 'backoff-elapsed':
      return status === 'restarting' ? to(state, 'starting', { type: 'spawn' }) : stay(state);
    default:
      return event satisfies never;
  }
}

/** Effects of leaving a state by a restart or stop that a person requested. */
const leaving: Readonly<Record<HostStatus, readonly HostEffect[]>> = {
  stopped: [],
  failed: [],
  starting: [{ type: 'kill' }],
  running: [{ type: 'shut-down' }],
  // Its loop would not process a request to shut down.
  unresponsive: [{ type: 'kill' }],
  restarting: [{ type: 'cancel-restart' }],
};

const hasProcess: ReadonlySet<HostStatus> = new Set<HostStatus>(['starting', 'running', 'unresponsive']);

const to = (state: HostState, status: HostStatus, ...effects: readonly HostEffect[]): Transition => ({
  state: { ...state, status },
  effects,
});
const stay = (state: HostState): Transition => ({ state, effects: [] });

function crashed(
  state: HostState,
  { at, reason }: { readonly at: number; readonly reason: string },
  policy: RestartPolicy,
  ...before: HostEffect[]
): Transition {
  const recent = state.crashes.filter((crash) => at - crash < policy.windowMs);
  const crashes = [...recent, at];
  const crashesInARow = recent.length === 0 ? 1 : state.crashesInARow + 1;
  const next = { ...state, crashes, crashesInARow };
  if (crashes.length >= policy.crashes) return to(next, 'failed', ...before, { type: 'announce-failed', reason });
  const delayMs = policy.backoffMs[Math.min(crashesInARow, policy.backoffMs.length) - 1] ?? 0;
  return to(
    next,
    'restarting',
    ...before,
    // Scheduled first: a listener of the crash may stop the host, which cancels the restart.
    { type: 'schedule-restart', delayMs },
    { type: 'announce-crashed', reason, restartInMs: delayMs },
  );
}
