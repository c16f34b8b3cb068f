import { readdirSync, readFileSync } from 'node:fs';

/** Processes of an app, from /proc. Linux only. */

export interface Process {
  readonly pid: number;
  /** Start time, which identifies a process together with its pid: pids are reused. */
  readonly startTicks: string;
  /** Arguments separated by spaces. */
  readonly commandLine: string;
}

/** @returns the process and all its descendants */
export function treeOf(root: number): Process[] {
  const all = allProcesses();
  const found = all.filter(({ pid }) => pid === root);
  for (const parent of found) found.push(...all.filter(({ parentPid }) => parentPid === parent.pid));
  return found;
}

/** @returns the processes with `text` in their command line */
export const processesNaming = (text: string): Process[] =>
  allProcesses().filter(({ commandLine }) => commandLine.includes(text));

/** @returns those of the processes that still run */
export function stillRunning(processes: readonly Process[]): Process[] {
  const now = new Set(allProcesses().map(({ pid, startTicks }) => `${pid} ${startTicks}`));
  return processes.filter(({ pid, startTicks }) => now.has(`${pid} ${startTicks}`));
}

/** @returns a field of /proc/<pid>/status, split at blanks */
export const statusOf = (pid: number, field: string): string[] =>
  (new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '').split(/\s+/);

function allProcesses(): (Process & { parentPid: number })[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name before the closing parenthesis may contain any character.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const [state, parentPid = '0'] = fields;
        if (state === 'Z') return [];
        const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parentPid: Number(parentPid), startTicks: fields[19] ?? '', commandLine }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}
