import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';

/** From the polite end of a group to the other one. */
const patienceMs = 2_000;
const lookMs = 20;
/** After it was killed; whoever is to collect what is left may not do so at all. */
const maxMs = 500;

/**
 * Sends a signal to the group of a process, and to the groups that were made of it: shells with job control and `timeout`
 * make one for what they start.
 * @param leader of its session as well
 */
export function killGroup(leader: number, signal: NodeJS.Signals): void {
  send(groupsOf(leader), signal);
}

/** Ends a process with all that it started, and waits until they have ended; only what began a session of its own stays. */
export async function endGroup(leader: number): Promise<void> {
  if (process.platform === 'win32') return endTree(leader);
  const groups = groupsOf(leader);
  if (send(groups, 'SIGTERM')) await areGone(groups, patienceMs);
  const left = groupsOf(leader);
  if (send(left, 'SIGKILL')) await areGone(left, maxMs);
}

/** @returns false when there is none of the groups any more */
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

/** All of the session, where the system tells them; else the leader's own. */
function groupsOf(leader: number): number[] {
  if (process.platform !== 'linux') return [leader];
  const groups = new Set([leader]);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [, , group, session] = statOf(pid);
    if (Number(session) === leader) groups.add(Number(group));
  }
  return [...groups];
}

/** State, parent, group, session: what stands behind the name, which may hold anything. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Windows has no groups that could be ended; its own program walks the tree. */
function endTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
