import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';

/** Milliseconds between SIGTERM and SIGKILL. */
const patienceMs = 2_000;
const lookMs = 20;
/** Milliseconds of waiting after SIGKILL; a zombie may never be reaped by its parent. */
const maxMs = 500;

/** Groups that the exit of the app kills in any case. */
const ofApp = new Set<number>();
process.on('exit', () => {
  for (const leader of ofApp) killGroup(leader, 'SIGKILL');
});

/** The exit of the app kills this group, unless it is undone because the group has ended. @returns undoes it */
export function endWithApp(leader: number): () => void {
  ofApp.add(leader);
  return () => ofApp.delete(leader);
}

/**
 * Sends a signal to a process group and to the groups of its session: shells with job control and `timeout` create one
 * for their children.
 * @param leader of the group and of its session
 */
export function killGroup(leader: number, signal: NodeJS.Signals): void {
  send(groupsOf(leader), signal);
}

/** Ends a process with all its descendants, and waits for their end; only those in a session of their own remain. */
export async function endGroup(leader: number): Promise<void> {
  if (process.platform === 'win32') return endTree(leader);
  const groups = groupsOf(leader);
  if (send(groups, 'SIGTERM')) await areGone(groups, patienceMs);
  const left = groupsOf(leader);
  if (send(left, 'SIGKILL')) await areGone(left, maxMs);
}

/** @returns false when none of the groups exists any more */
function send(groups: readonly number[], signal: NodeJS.Signals | 0): boolean {
  const reached = groups.filter((group) => {
    try {
      return process.kill(-group, signal);
    } catch {
      return false;
    }
  });
  return reached.length > 0;
}

async function areGone(groups: readonly number[], withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while (send(groups, 0) && performance.now() < end) await after(lookMs);
}

/** All groups of the session on Linux, where /proc lists them; otherwise the leader's only. */
function groupsOf(leader: number): number[] {
  if (process.platform !== 'linux') return [leader];
  const groups = new Set([leader]);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [, , group, session] = statOf(pid);
    if (Number(session) === leader) groups.add(Number(group));
  }
  return [...groups];
}

/** State, parent, group and session: the fields after the name, which may contain any characters. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Windows has no process groups that can be ended; taskkill walks the process tree. */
function endTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
