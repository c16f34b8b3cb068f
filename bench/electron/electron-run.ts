import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { resolveRuntime } from '../../scripts/setup/electron-runtime.mjs';

export interface ElectronRun {
  readonly child: ChildProcess;
  /** When the process began, in ms since the epoch. */
  readonly startedAt: number;
  /** Resolves with the first line of its output that matches. Rejects when the process ends before, or after the limit. */
  line(pattern: RegExp, limitMs?: number): Promise<RegExpExecArray>;
  /** Ends the process and waits until it is gone. */
  end(): Promise<void>;
}

const lineLimitMs = 60_000;

/** Starts Electron as a person's double-click would, without a driver in between. */
export function runElectron(args: readonly string[]): ElectronRun {
  const { executable } = resolveRuntime();
  const isRoot = process.getuid?.() === 0;
  const child = spawn(executable, [...(isRoot ? ['--no-sandbox'] : []), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const startedAt = startOf(child.pid);
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line);
      for (const listener of listeners) listener(line);
    });
  }
  return {
    child,
    startedAt,
    line: (pattern, limitMs = lineLimitMs) =>
      new Promise((resolve, reject) => {
        const look = (line: string) => {
          const match = pattern.exec(line);
          if (!match) return;
          listeners.delete(look);
          clearTimeout(timer);
          resolve(match);
        };
        const give = (why: string) => reject(new Error(`${why} before ${pattern}:\n${lines.join('\n')}`));
        const timer = setTimeout(() => give(`${limitMs / 1000} s passed`), limitMs);
        exited.then(() => give('Electron ended'));
        listeners.add(look);
        for (const line of [...lines]) look(line);
      }),
    async end() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** On Linux from the kernel's own clock ticks: the time before `spawn` returned would count the parent's work too. */
function startOf(pid: number | undefined): number {
  const now = Date.now();
  if (process.platform !== 'linux' || pid === undefined) return now;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
  const ticks = Number(fields[19]);
  return now - (uptime - ticks / 100) * 1000;
}
