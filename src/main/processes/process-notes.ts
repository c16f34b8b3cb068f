import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { MarkedRun } from './process-mark.ts';

/** A process that leads a group, as it was noted when it started. */
export interface NotedLeader {
  readonly pid: number;
  readonly started: string;
}

interface LeaderRow extends NotedLeader {
  readonly hasEnded?: true;
}

/** What runs of the app that did not come to their end have started. */
export interface ProcessNotes {
  readonly runs: readonly MarkedRun[];
  /** Of leaders that had not ended, when each started, by pid. */
  readonly starts: ReadonlyMap<number, string>;
}

/** Lines after which those of groups that have ended are left out. */
const mostLines = 500;
/** Bytes: far more than those lines have. */
const largest = 1024 * 1024;
/** Of which the marks are looked for; there is more than one only where something withstood its end. */
const mostRuns = 50;

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT } = constants;
// Windows lacks it. Without it, opening a pipe waits for its other end.
const { O_NONBLOCK = 0 } = constants;
const appending = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK;

/**
 * Notes in a file what was started, so that the next start finds it. Written at once, and not forced to the disk: when the
 * computer loses what was written, nothing of it runs either.
 */
export function createProcessNotes(path: string) {
  let lines = 0;

  /** An unwritable file keeps nothing from being started. */
  function attempt(write: () => void): void {
    try {
      write();
    } catch {
      // Then only this run ends what it starts.
    }
  }
  const append = (row: MarkedRun | LeaderRow) =>
    attempt(() => {
      const file = openSync(path, appending, 0o600);
      try {
        appendFileSync(file, rowText(row));
        lines++;
      } finally {
        closeSync(file);
      }
    });

  return {
    /** Before anything is started. */
    begin: (run: MarkedRun): void => append(run),
    /** @param living all groups, with the new one */
    started(leader: NotedLeader, run: MarkedRun, living: readonly NotedLeader[]): void {
      append(leader);
      if (lines <= mostLines) return;
      attempt(() => {
        const temporary = `${path}.new`;
        writeFileSync(temporary, [run, ...living].map(rowText).join(''), { mode: 0o600 });
        renameSync(temporary, path);
        lines = living.length + 1;
      });
    },
    /** Nothing of its group is left, and its pid may soon be another's. */
    ended: (leader: NotedLeader): void => append({ ...leader, hasEnded: true }),
    /** All of it has ended. */
    clear: (): void => attempt(() => rmSync(path, { force: true })),
  };
}

const rowText = (row: MarkedRun | LeaderRow): string => `${JSON.stringify(row)}\n`;

/**
 * @returns undefined if there are none. Lines that are not in the form are left out.
 * @throws with the reason when what is there cannot be notes, or cannot be read
 */
export function readProcessNotes(path: string): ProcessNotes | undefined {
  const text = readNotes(path);
  if (text === undefined) return undefined;
  const rows = text.split('\n').map(parsed);
  const starts = new Map<number, string>();
  for (const { pid, started, hasEnded } of rows.filter(isLeader)) {
    if (hasEnded === true) starts.delete(pid);
    else starts.set(pid, started);
  }
  return { runs: rows.filter(isRun).slice(-mostRuns), starts };
}

function readNotes(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${path} is not a file`);
    if (stats.size > largest) throw new Error(`${path} is larger than ${largest} bytes`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

type Row = Readonly<Record<string, unknown>>;

/** A shorter mark would be that of others too. */
const isRun = (row: Row): row is Row & MarkedRun =>
  typeof row.mark === 'string' && /^[\da-f]{24}\.$/.test(row.mark) && typeof row.controlGroup === 'string';

const isLeader = (row: Row): row is Row & NotedLeader =>
  Number.isSafeInteger(row.pid) && Number(row.pid) > 1 && typeof row.started === 'string' && row.started !== '';
