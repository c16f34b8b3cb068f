import { readdirSync, readFileSync } from 'node:fs';

/** Facts about a process from /proc. Linux only. */

/** @returns the environment at the start of a process */
export function environmentOf(pid: number): Map<string, string> {
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

/** @returns the process and its ancestors, up to the first one */
export function ancestorsOf(pid: number): number[] {
  const found: number[] = [];
  for (let next = pid; next > 0; next = Number(statOf(next)[1])) found.push(next);
  return found;
}

export function isAlive(pid: number): boolean {
  try {
    return statOf(pid)[0] !== 'Z';
  } catch {
    return false;
  }
}

/** @returns start time of a process in milliseconds since the epoch, accurate to 10 ms */
export function startedAt(pid: number): number {
  const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
  const age = uptime - Number(statOf(pid)[19]) / 100;
  return Date.now() - age * 1000;
}

/** @returns the extension hosts of an app: its utility processes that run Node, and the renderers of worker hosts */
export function hostProcessesOf(main: number): number[] {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  return pids.filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const isHost = /--utility-sub-type=node\.mojom\.NodeService|--extension-host=/.test(command);
      return isHost && ancestorsOf(pid).includes(main);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

/** The fields of stat after the name, which may contain any character. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
