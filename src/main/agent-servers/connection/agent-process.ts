import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { type Failure, FailureError } from '../../../shared/contract/errors.ts';
import { type ProcessGroup, spawnGroup } from '../../processes/process-group.ts';
import { createControlStripper } from '../../tools/commands/strip-control.ts';
import type { AgentLaunch } from '../agent-launch.ts';
import { type LineLimits, readLines } from './read-lines.ts';
import { causeOf } from './start-cause.ts';

/** Of the standard error: a longer line is cut, and an agent that floods has to wait. */
const errorLimits: LineLimits = {
  longest: 64 * 1024,
  isCut: true,
  restAfterMs: 8,
  pace: { bytes: 256 * 1024, ms: 50 },
};
/** Characters of such a line that are kept. */
const longestLogged = 2_000;
/** Lines that a failure quotes. */
const quotedLines = 20;
/** Milliseconds from what was written last to a look whether it is read; after that, twice as many each time. */
const firstLookMs = 250;
/** Milliseconds for the last output after the process has ended; a child outside its group may keep the pipe open. */
const lastWordsMs = 500;

export interface AgentProcess {
  readonly stdout: Readable;
  /** Resolves when the agent has taken it, so that what it does not read is not heaped up. */
  write(text: string): Promise<void>;
  /** It takes nothing more, as was found when it was written to. It never rejects. */
  readonly inputClosed: Promise<void>;
  /** The process has ended with all its output read. It never rejects. */
  readonly ended: Promise<void>;
  /** It has ended, or is being ended. */
  isOver(): boolean;
  /** Why it is gone, with the last lines of its standard error. @param isStarting it has not introduced itself yet */
  failure(isStarting: boolean): Failure;
  /** Ends it with all that it started. */
  end(): Promise<void>;
}

/**
 * Starts an agent in a process group of its own.
 * @param cwd absolute
 * @param scrub removes secrets from its standard error
 * @param logged called for each line of its standard error
 * @throws {FailureError} `agent-missing` if there is no such program, `agent-not-started` if it may not be run,
 * `agent-failed` if there is no such folder
 */
export async function startAgentProcess(
  { name, command, args, environment }: AgentLaunch,
  cwd: string,
  scrub: (text: string) => string,
  logged: (line: string) => void,
): Promise<AgentProcess> {
  let child: ChildProcessByStdio<Writable, Readable, Readable>;
  let group: ProcessGroup;
  try {
    const options = { cwd, env: environment, stdio: 'pipe', leavers: 'end-with-group' } as const;
    ({ child, group } = spawnGroup<typeof child>(command, args, options));
    await once(child, 'spawn');
  } catch (error) {
    throw new FailureError(startFailure(name, command, cwd, error), { cause: error });
  }
  const lastLines: string[] = [];
  const strip = createControlStripper();
  const stderr = readLines(child.stderr, errorLimits, (line) => {
    // Before it is cut: half of a secret is still one.
    const shown = scrub(strip(line, true)).slice(0, longestLogged);
    if (shown.trim() === '') return;
    lastLines.push(shown);
    if (lastLines.length > quotedLines) lastLines.shift();
    logged(shown);
  }).catch(() => {});
  const inputClosed = Promise.withResolvers<void>();
  // It may end while it is written to; `ended` tells.
  child.stdin.on('error', () => inputClosed.resolve());

  let look: NodeJS.Timeout | undefined;
  /** The system takes what an agent that has closed its input just now, or does so later, never reads. Then even an empty write fails. */
  function lookAfter(ms: number): void {
    clearTimeout(look);
    // There an empty write is the end for some readers.
    if (process.platform === 'win32') return;
    look = setTimeout(() => {
      if (child.stdin.destroyed) return;
      if (child.stdin.writableLength === 0) child.stdin.write('');
      lookAfter(ms * 2);
    }, ms).unref();
  }

  const ended = once(child, 'exit')
    .then(group.end)
    .then(() => outputsRead(child, stderr))
    .finally(() => {
      clearTimeout(look);
      group.hasEnded();
    });
  let isEndedByUs = false;

  return {
    stdout: child.stdout,
    async write(text) {
      lookAfter(firstLookMs);
      if (child.stdin.write(text) || child.stdin.destroyed) return;
      await Promise.race([once(child.stdin, 'drain').catch(() => {}), ended]);
    },
    inputClosed: inputClosed.promise,
    ended,
    isOver: () => isEndedByUs || child.exitCode !== null || child.signalCode !== null,
    failure(isStarting) {
      const detail = lastLines.join('\n') || undefined;
      if (isEndedByUs) return { code: 'agent-gone', message: `${name} was ended.` };
      const how = child.signalCode ? `by ${child.signalCode}` : `with exit code ${child.exitCode ?? 'unknown'}`;
      if (!isStarting) {
        return { code: 'agent-gone', message: `${name} has ended unexpectedly, ${how}. What it said is kept.`, detail };
      }
      const cause = causeOf(lastLines);
      const message = `${name} ended while it started, ${how}${cause ? `: ${cause}` : '.'}`;
      return { code: 'agent-gone', message, detail };
    },
    async end() {
      isEndedByUs ||= child.exitCode === null && child.signalCode === null;
      await group.end();
      await ended;
    },
  };
}

async function outputsRead(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  stderr: Promise<void>,
): Promise<void> {
  const timer = setTimeout(() => {
    child.stdout.destroy();
    child.stderr.destroy();
  }, lastWordsMs);
  const stdoutClosed = child.stdout.closed ? undefined : once(child.stdout, 'close').catch(() => {});
  await Promise.all([stdoutClosed, stderr]);
  clearTimeout(timer);
}

function startFailure(name: string, command: string, cwd: string, error: unknown): Failure {
  const { code } = error as NodeJS.ErrnoException;
  // Node quotes the value that it refuses, which may be a secret.
  const detail = code?.startsWith('ERR_') ? code : String(error);
  if (code === 'ENOTDIR') {
    return { code: 'agent-failed', message: `${name} could not be started: “${cwd}” is not a folder.`, detail };
  }
  if (code === 'ENOENT' && !existsSync(cwd)) {
    return { code: 'agent-failed', message: `${name} could not be started: the folder “${cwd}” is not there.`, detail };
  }
  if (code === 'ENOENT') {
    return {
      code: 'agent-missing',
      message: `${name} could not be started: there is no program “${command}”.`,
      detail,
    };
  }
  const why = code === 'EACCES' ? `“${command}” may not be run` : 'the system refused';
  return { code: 'agent-not-started', message: `${name} could not be started: ${why}.`, detail };
}
