import { spawn } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';

/** From the polite end of a group to the other one. */
const patienceMs = 2_000;
const lookMs = 20;
/** After it was killed; whoever is to collect what is left may not do so at all. */
const mostMs = 500;

/** @returns false when there is none of the group any more */
export function killGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ends a process with all that it started in its group, and waits until they have ended. */
export async function endGroup(group: number): Promise<void> {
  if (process.platform === 'win32') return endTree(group);
  if (!killGroup(group, 'SIGTERM')) return;
  if (await isGone(group, patienceMs)) return;
  killGroup(group, 'SIGKILL');
  await isGone(group, mostMs);
}

async function isGone(group: number, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (killGroup(group, 0)) {
    if (performance.now() >= end) return false;
    await after(lookMs);
  }
  return true;
}

/** Windows has no groups that could be ended; its own program walks the tree. */
function endTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
