import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as others } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A process of this computer; those that have ended, and were not yet reaped, do not count. */
export interface RunningProcess {
  readonly pid: number;
  readonly group: number;
  /** Only Linux tells it; elsewhere that is the group. */
  readonly session: number;
  /** When it started: with the pid, it tells a process from a later one to which the pid was given. See `isSameStart`. */
  readonly started: string;
  /** The variables that it was started with, and perhaps other words; "" where that cannot be read. */
  environment(): string;
  /** The control group, where there is such a thing: a desktop gives one to each app that it starts. */
  controlGroup(): string;
}

type IsWanted = (process: RunningProcess) => boolean;

/** Milliseconds of reading without a pause. */
const restAfterMs = 8;

/** Others have their turn meanwhile. @returns those that are wanted @throws when the system does not list them */
export async function findProcesses(isWanted: IsWanted): Promise<RunningProcess[]> {
  if (process.platform !== 'linux') return parseListed((await listed()).stdout).filter(isWanted);
  const found: RunningProcess[] = [];
  let since = performance.now();
  for (const one of eachOfLinux()) {
    if (isWanted(one)) found.push(one);
    if (performance.now() - since < restAfterMs) continue;
    await others();
    since = performance.now();
  }
  return found;
}

/** The same at once, for the end of the app. */
export function findProcessesNow(isWanted: IsWanted): RunningProcess[] {
  if (process.platform === 'linux') return [...eachOfLinux()].filter(isWanted);
  const { program, args, options } = listing();
  return parseListed(execFileSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] })).filter(isWanted);
}

/** The start of a process that began just now; "" where the system does not tell it. */
export function startOf(pid: number): string {
  if (process.platform !== 'linux') return seconds(Date.now());
  try {
    return linuxProcess(String(pid))?.started ?? '';
  } catch {
    return '';
  }
}

/** Whether it has not ended; on Linux one that nobody reaps has. @throws when the system does not tell it */
export function isThere({ pid, started }: RunningProcess): boolean {
  if (process.platform === 'linux') return linuxProcess(String(pid))?.started === started;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Listings of other systems than Linux have whole seconds, and are of another clock than ours. */
export function isSameStart(a: string, b: string): boolean {
  return a !== '' && b !== '' && (a === b || (process.platform !== 'linux' && Math.abs(Number(a) - Number(b)) <= 2));
}

const seconds = (ms: number): string => String(Math.floor(ms / 1000));

function* eachOfLinux(): Generator<RunningProcess> {
  for (const name of readdirSync('/proc')) {
    const one = /^\d+$/.test(name) ? linuxProcess(name) : undefined;
    if (one) yield one;
  }
}

let boot: string | undefined;

/** Process ids and start times are of one run of the system. */
function bootId(): string {
  boot ??= read('/proc/sys/kernel/random/boot_id').trim();
  return boot;
}

function linuxProcess(pid: string): RunningProcess | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name before the last parenthesis may have any characters; then come state, parent, group and session.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, , group, session] = fields;
  if (stat === '' || state === 'Z' || state === 'X') return undefined;
  return {
    pid: Number(pid),
    group: Number(group),
    session: Number(session),
    started: `${bootId()} ${fields[19]}`,
    environment: () => read(`/proc/${pid}/environ`),
    controlGroup: () => read(`/proc/${pid}/cgroup`),
  };
}

/** @returns "" when it has ended, or belongs to somebody else @throws when it cannot be read, as with too many open files */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (/^(?:ENOENT|ESRCH|EACCES|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

const listed = () => {
  const { program, args, options } = listing();
  return promisify(execFile)(program, args, options);
};

/** Lists process, group, seconds since 1970 or a date in UTC, and on macOS the command with its environment. */
function listing() {
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, timeout: 10_000, windowsHide: true } as const;
  if (process.platform === 'win32') {
    const row = "'{0} {0} {1}' -f $_.ProcessId, ([DateTimeOffset]$_.CreationDate).ToUnixTimeSeconds()";
    const script = `Get-CimInstance Win32_Process | Where-Object CreationDate | ForEach-Object { ${row} }`;
    return { program: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-Command', script], options };
  }
  const args = ['-axEwwo', 'pid=,pgid=,state=,lstart=,command='];
  return { program: '/bin/ps', args, options: { ...options, env: { LC_ALL: 'C', TZ: 'UTC' } } };
}

const windowsRow = /^(\d+) (\d+) (\d+)$/;
const psRow = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+\w{3} (\w{3}\s+\d+ [\d:]{8} \d{4}) ?(.*)$/;

/** Parses the output of `listing`. */
export function parseListed(text: string): RunningProcess[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, pid, group, started] = windowsRow.exec(line) ?? [];
    if (started !== undefined) return [listedProcess(pid, group, started, '')];
    const [, psPid, psGroup, state = '', date = '', command = ''] = psRow.exec(line) ?? [];
    if (psPid === undefined || state.startsWith('Z')) return [];
    return [listedProcess(psPid, psGroup, seconds(Date.parse(`${date} UTC`)), command)];
  });
}

const listedProcess = (pid: unknown, group: unknown, started: string, environment: string): RunningProcess => ({
  pid: Number(pid),
  group: Number(group),
  session: Number(group),
  started,
  environment: () => environment,
  controlGroup: () => '',
});
