import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import { isOfRun, type MarkedRun, markedEnvironment, newMark, thisRun } from './process-mark.ts';
import { createProcessNotes, type NotedLeader } from './process-notes.ts';
import { findProcesses, findProcessesNow, isThere, type RunningProcess, startOf } from './running-processes.ts';

/** Milliseconds between SIGTERM and SIGKILL. */
const patienceMs = 2_000;
const lookMs = 20;
/** Milliseconds of waiting after SIGKILL; a zombie may never be reaped by its parent. */
const maxMs = 500;

/** A process and what it has started. */
export interface ProcessGroup {
  /** Ends it, and waits for the end. It never rejects. */
  end(): Promise<void>;
  /** Nothing of it is left: the end of the app need not look for it. */
  hasEnded(): void;
}

export interface GroupOptions extends Omit<SpawnOptions, 'detached' | 'env'> {
  readonly env: Readonly<Record<string, string>>;
  /** When those end that have made a session of their own, as servers do: with the group, with the app, or not by the app. */
  readonly leavers?: 'end-with-group' | 'end-with-app' | 'stay';
}

/** Groups that the end of the app kills in any case, by their leaders. */
const living = new Map<number, NotedLeader>();
let hasStarted = false;
let notes: ReturnType<typeof createProcessNotes> | undefined;
let tellProblem: (problem: string, error: unknown) => void = () => {};

process.on('exit', endAllNow);

/**
 * From now on what is started is noted there, for a next start to end it if this run cannot.
 * @param onProblem told why not all may have ended
 */
export function noteProcessesIn(path: string, onProblem: typeof tellProblem): void {
  notes = createProcessNotes(path);
  tellProblem = onProblem;
  if (hasStarted) notes.begin(thisRun());
}

/**
 * Starts a program in a process group of its own, which does not outlive the app.
 * @throws what `spawn` throws; that there is no such program comes as the event `error`
 */
export function spawnGroup<C extends ChildProcess>(
  command: string,
  args: readonly string[],
  { env, leavers = 'end-with-app', ...options }: GroupOptions,
): { readonly child: C; readonly group: ProcessGroup } {
  beginRun();
  const mark = newMark();
  const child = spawn(command, args, {
    ...options,
    env: leavers === 'stay' ? env : markedEnvironment(env, mark),
    detached: process.platform !== 'win32',
    windowsHide: true,
  }) as C;
  const { pid } = child;
  if (pid === undefined) return { child, group: { end: async () => {}, hasEnded() {} } };
  const leader = { pid, started: startOf(pid) };
  living.set(pid, leader);
  notes?.started(leader, thisRun(), [...living.values()]);
  const hasEnded = () => {
    if (living.get(pid) !== leader) return;
    living.delete(pid);
    notes?.ended(leader);
  };
  // There nothing is found by a leader that has ended, and its pid is soon another's.
  if (process.platform === 'win32') child.once('exit', hasEnded);
  let ending: Promise<void> | undefined;
  return {
    child,
    group: {
      end() {
        ending ??=
          living.get(pid) === leader ? endGroup(pid, leavers === 'end-with-group' ? mark : null) : Promise.resolve();
        return ending;
      },
      hasEnded,
    },
  };
}

/**
 * The environment for a program that ends by itself when the app does: what it starts in turn may not, and is found by that.
 * @param environment of the program
 */
export function environmentOfStarted(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  beginRun();
  return markedEnvironment(environment, thisRun());
}

function beginRun(): void {
  if (!hasStarted) notes?.begin(thisRun());
  hasStarted = true;
}

/** Kills all that this run has started, at once. For an end of the app that emits no `exit`, too. */
export function endAllNow(): void {
  if (!hasStarted) return;
  if (process.platform === 'win32') {
    for (const pid of living.keys()) spawnSync('taskkill', treeOf(pid), { stdio: 'ignore', windowsHide: true });
    allHaveEnded();
    return;
  }
  const isOurs = (one: RunningProcess) =>
    one.pid !== process.pid && (living.has(one.session) || living.has(one.group) || isOfRun(one, thisRun()));
  try {
    // What is being started while it is looked for is found the next time.
    for (let round = 0; round < 10; round++) {
      const found = findProcessesNow(isOurs);
      if (found.length === 0) {
        allHaveEnded();
        return;
      }
      sendTo(found, 'SIGKILL');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs);
    }
  } catch (error) {
    for (const leader of living.keys()) send(-leader, 'SIGKILL');
    tellProblem(unlisted, error);
  }
}

/** The notes stay, for the next start. */
const unlisted = 'Processes could not be listed. Groups were ended, and what has left its group may still run.';

function allHaveEnded(): void {
  // Nothing is noted anew when their ends are told.
  living.clear();
  notes?.clear();
}

/** Shells with job control and `timeout` make groups of their own for their children, in the session of the leader. */
async function endGroup(leader: number, mark: MarkedRun | null): Promise<void> {
  if (process.platform === 'win32') return endTree(leader);
  const isOurs = (one: RunningProcess) =>
    one.session === leader || one.group === leader || (mark !== null && isOfRun(one, mark));
  // At once, before it is looked for the others.
  send(-leader, 'SIGTERM');
  try {
    const found = await findProcesses(isOurs);
    sendTo(
      found.filter(({ group }) => group !== leader),
      'SIGTERM',
    );
    await areGone(found, patienceMs);
    const end = performance.now() + maxMs;
    // What was being started meanwhile is found now.
    for (let left = await findProcesses(isOurs); left.length > 0; left = await findProcesses(isOurs)) {
      sendTo(left, 'SIGKILL');
      await areGone(left, maxMs);
      if (performance.now() > end) return;
    }
  } catch (error) {
    tellProblem(unlisted, error);
    const end = performance.now() + patienceMs;
    while (send(-leader, 0) && performance.now() < end) await after(lookMs);
    send(-leader, 'SIGKILL');
  }
}

/** @param id a negative one is a group @param signal 0 only asks @returns whether it is there */
function send(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}

export function sendTo(processes: readonly RunningProcess[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) send(pid, signal);
}

export async function areGone(processes: readonly RunningProcess[], withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while (processes.some(isThere) && performance.now() < end) await after(lookMs);
}

const treeOf = (pid: number): string[] => ['/pid', String(pid), '/t', '/f'];

/** Windows has no process groups that can be ended; taskkill walks the process tree. */
export function endTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn('taskkill', treeOf(pid), { stdio: 'ignore', windowsHide: true });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
