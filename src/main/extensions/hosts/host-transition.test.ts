import { describe, expect, test } from 'vitest';
import type { HostStatus } from '../../../shared/contract/extensions/host-state.ts';
import { hostLimits } from './host-limits.ts';
import { type HostEffect, type HostEvent, type HostState, stoppedHost, transition } from './host-transition.ts';

const at = 1_000_000;
const policy = hostLimits.restarts;
const events: Record<HostEvent['type'], HostEvent> = {
  'start-requested': { type: 'start-requested' },
  'restart-requested': { type: 'restart-requested' },
  'end-requested': { type: 'end-requested', reason: 'it went too far' },
  'stop-requested': { type: 'stop-requested' },
  ready: { type: 'ready' },
  'start-timed-out': { type: 'start-timed-out', at, reason: 'it did not start within 10 s' },
  exited: { type: 'exited', at, reason: 'it was ended by SIGKILL' },
  silent: { type: 'silent' },
  acknowledged: { type: 'acknowledged' },
  'backoff-elapsed': { type: 'backoff-elapsed' },
};

type Cell = [next: HostStatus, ...effects: HostEffect['type'][]];
const crash: Cell = ['restarting', 'schedule-restart', 'announce-crashed'];

/** The effect of each event in each state. Events that are not listed change nothing. */
const table: Record<HostStatus, Partial<Record<HostEvent['type'], Cell>>> = {
  stopped: {
    'start-requested': ['starting', 'spawn'],
    'restart-requested': ['starting', 'spawn'],
    'end-requested': ['stopped'],
    'stop-requested': ['stopped'],
  },
  starting: {
    'restart-requested': ['starting', 'kill', 'spawn'],
    'end-requested': ['stopped', 'kill'],
    'stop-requested': ['stopped', 'kill'],
    ready: ['running', 'connect-extensions'],
    'start-timed-out': ['restarting', 'kill', 'schedule-restart', 'announce-crashed'],
    exited: crash,
  },
  running: {
    'restart-requested': ['starting', 'shut-down', 'spawn'],
    'end-requested': ['stopped', 'kill'],
    'stop-requested': ['stopped', 'shut-down'],
    exited: crash,
    silent: ['unresponsive', 'announce-unresponsive'],
  },
  unresponsive: {
    'restart-requested': ['starting', 'kill', 'spawn'],
    'end-requested': ['stopped', 'kill'],
    'stop-requested': ['stopped', 'kill'],
    exited: crash,
    acknowledged: ['running', 'announce-responsive'],
  },
  restarting: {
    'restart-requested': ['starting', 'cancel-restart', 'spawn'],
    'end-requested': ['stopped', 'cancel-restart'],
    'stop-requested': ['stopped', 'cancel-restart'],
    'backoff-elapsed': ['starting', 'spawn'],
  },
  failed: {
    'restart-requested': ['starting', 'spawn'],
    'end-requested': ['stopped'],
    'stop-requested': ['stopped'],
  },
};

const cells = (Object.keys(table) as HostStatus[]).flatMap((status) =>
  (Object.keys(events) as HostEvent['type'][]).map((type) => ({ status, type, expected: table[status][type] })),
);

const inState = (status: HostStatus, more: Partial<HostState> = {}): HostState => ({
  ...stoppedHost(),
  status,
  ...more,
});

/** The state after `count` crashes in a row, `step` milliseconds apart, each followed by a successful start. */
function afterCrashes(count: number, step: number) {
  let state = inState('running');
  let effects: readonly HostEffect[] = [];
  for (let n = 0; n < count; n += 1) {
    ({ state, effects } = transition(state, { type: 'exited', at: at + n * step, reason: 'why' }, policy));
    if (state.status === 'restarting') state = { ...state, status: n < count - 1 ? 'running' : 'restarting' };
  }
  return { state, effects };
}

describe('the transitions of a host', () => {
  test('the table has every state and every event', () => {
    expect(cells).toHaveLength(6 * 10);
  });

  test.each(cells)('a host that is $status has its own answer to $type', ({ status, type, expected }) => {
    const before = inState(status, { crashes: [], crashesInARow: 0 });
    const { state, effects } = transition(before, events[type], policy);
    expect([state.status, ...effects.map((effect) => effect.type)]).toEqual(expected ?? [status]);
    if (!expected) expect(state).toBe(before);
    expect(before).toEqual(inState(status));
  });

  test.each([
    [1, 0],
    [2, 1000],
  ])('crash number %i in a row is restarted after %i ms', (count, delayMs) => {
    const { state, effects } = afterCrashes(count, 1000);
    expect(state).toMatchObject({ status: 'restarting', crashesInARow: count });
    expect(effects).toEqual([
      { type: 'schedule-restart', delayMs },
      { type: 'announce-crashed', reason: 'why', restartInMs: delayMs },
    ]);
  });

  test('the third crash within 5 minutes is a failure with its reason', () => {
    const { state, effects } = afterCrashes(3, 1000);
    expect(state.status).toBe('failed');
    expect(effects).toEqual([{ type: 'announce-failed', reason: 'why' }]);
  });

  test('a third crash when the first is 5 minutes old is no failure, and waits 4 s', () => {
    const { state, effects } = afterCrashes(3, policy.windowMs / 2);
    expect(state.status).toBe('restarting');
    expect(state.crashes).toHaveLength(2);
    expect(effects[0]).toEqual({ type: 'schedule-restart', delayMs: 4000 });
  });

  test('a third crash just inside the 5 minutes is a failure', () => {
    expect(afterCrashes(3, policy.windowMs / 2 - 1).state.status).toBe('failed');
  });

  test('after a quiet window the waits before a restart begin anew', () => {
    const { state, effects } = afterCrashes(2, policy.windowMs);
    expect(state.crashesInARow).toBe(1);
    expect(effects[0]).toEqual({ type: 'schedule-restart', delayMs: 0 });
  });

  test('the waits do not grow beyond the last one', () => {
    const state = inState('running', { crashes: [at], crashesInARow: 40 });
    expect(transition(state, events.exited, policy).effects[0]).toEqual({ type: 'schedule-restart', delayMs: 4000 });
  });

  test('a start that timed out counts as a crash: three of them fail, and each process is killed', () => {
    const state = inState('starting', { crashes: [at - 2, at - 1], crashesInARow: 2 });
    expect(transition(state, events['start-timed-out'], policy)).toEqual({
      state: { status: 'failed', crashes: [at - 2, at - 1, at], crashesInARow: 3 },
      effects: [{ type: 'kill' }, { type: 'announce-failed', reason: 'it did not start within 10 s' }],
    });
  });

  test.each(Object.keys(table) as HostStatus[])('a person’s restart while %s forgives the crashes', (status) => {
    const state = inState(status, { crashes: [at - 2, at - 1], crashesInARow: 2 });
    expect(transition(state, events['restart-requested'], policy).state).toEqual({
      status: 'starting',
      crashes: [],
      crashesInARow: 0,
    });
  });

  test('an extension that asks for a failed host does not bring it back', () => {
    const state = inState('failed', { crashes: [1, 2, 3], crashesInARow: 3 });
    expect(transition(state, events['start-requested'], policy)).toEqual({ state, effects: [] });
  });

  test('crashes in an earlier host count: after one, the second crash here is the third', () => {
    const state: HostState = { ...stoppedHost([at - 1000]), status: 'running' };
    const second = transition(state, events.exited, policy);
    expect(second.effects[0]).toEqual({ type: 'schedule-restart', delayMs: 1000 });
    expect(transition({ ...second.state, status: 'running' }, events.exited, policy).state.status).toBe('failed');
  });

  test('stopping keeps the crashes, so that stop and start do not forgive', () => {
    const state = inState('running', { crashes: [at], crashesInARow: 1 });
    expect(transition(state, events['stop-requested'], policy).state.crashes).toEqual([at]);
  });
});
