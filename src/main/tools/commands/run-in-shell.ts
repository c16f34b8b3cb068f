import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { ExecResult } from '../../../shared/contract/extension-api/extension-tool-call.ts';
import { createKeptOutput } from './kept-output.ts';
import { endGroup, killGroup } from './process-group.ts';
import { createControlStripper } from './strip-control.ts';

export interface CommandRun {
  /** Passed to the shell unchanged. */
  readonly line: string;
  /** Absolute. */
  readonly cwd: string;
  readonly environment: Record<string, string>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Gets the output, as it arrives. */
  onOutput(text: string): void;
}

/** Bytes read without a pause; the program waits during the pause, so that the app does not. */
const maxAtOnce = 1024 * 1024;
const pauseMs = 50;
/** Milliseconds to wait for output written before the exit; a process outside the group may keep the pipe open. */
const drainMs = 250;

/** Process groups that run; the exit of the app kills them in any case. */
const running = new Set<number>();
process.on('exit', () => {
  for (const group of running) killGroup(group, 'SIGKILL');
});

/**
 * Runs a line in the system's shell, in its own process group. When it settles, the group is gone: background processes
 * are ended too.
 * @throws {FailureError} `cancelled` when the signal aborts, or when the shell could not be started
 */
export async function runInShell({
  line,
  cwd,
  environment,
  timeoutMs,
  signal,
  onOutput,
}: CommandRun): Promise<ExecResult> {
  const cancelled = () => new FailureError({ code: 'cancelled', message: 'The command was ended.' });
  if (signal.aborted) throw cancelled();
  const started = performance.now();
  const child = start(line, cwd, environment);
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const kept = createKeptOutput();
  const outputs = [child.stdout, child.stderr].filter((one) => one !== null);
  const ends = outputs.map((output) =>
    read(output, (text) => {
      kept.add(text);
      onOutput(text);
    }),
  );

  let isTimedOut = false;
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= pid === undefined ? Promise.resolve() : endGroup(pid);
  };
  const timer = setTimeout(() => {
    isTimedOut = true;
    end();
  }, timeoutMs);
  signal.addEventListener('abort', end);
  try {
    const exitCode = await exited;
    // Background processes too.
    end();
    await ending;
    await drained(ends, outputs);
    if (signal.aborted) throw cancelled();
    const durationMs = Math.round(performance.now() - started);
    return { exitCode: isTimedOut ? null : exitCode, output: kept.text(), isCut: kept.isCut(), isTimedOut, durationMs };
  } catch (error) {
    if (error instanceof FailureError) throw error;
    const message = 'The shell of the system could not be started, so nothing was run.';
    throw new FailureError({ code: 'file-failed', message, detail: String(error) }, { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    if (pid !== undefined) running.delete(pid);
  }
}

function start(line: string, cwd: string, env: Record<string, string>): ChildProcess {
  const options = { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'], windowsHide: true };
  if (process.platform === 'win32') {
    const shell = join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'cmd.exe');
    return spawn(shell, ['/d', '/s', '/c', `"${line}"`], { ...options, windowsVerbatimArguments: true });
  }
  // A first shell merges both outputs, which preserves their order, and is replaced by the one that runs the line.
  const arguments_ = ['-c', 'exec /bin/sh -c "$1" 2>&1', 'sh', line];
  return spawn('/bin/sh', arguments_, { ...options, detached: true });
}

/** Decodes an output and passes it on. @returns resolves at its end */
function read(output: Readable, pass: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  const strip = createControlStripper();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const resume = () => {
    timer = undefined;
    bytes = 0;
    output.resume();
  };
  output.on('data', (chunk: Buffer) => {
    const text = strip(decoder.decode(chunk, { stream: true }));
    if (text !== '') pass(text);
    bytes += chunk.length;
    if (bytes < maxAtOnce) return;
    output.pause();
    timer ??= setTimeout(resume, pauseMs);
  });
  return new Promise((resolve) => {
    output.once('close', () => {
      clearTimeout(timer);
      const rest = strip(decoder.decode(), true);
      if (rest !== '') pass(rest);
      resolve();
    });
    output.once('error', () => output.destroy());
  });
}

async function drained(ends: readonly Promise<void>[], outputs: readonly Readable[]): Promise<void> {
  const timer = setTimeout(() => {
    for (const output of outputs) output.destroy();
  }, drainMs);
  await Promise.all(ends);
  clearTimeout(timer);
}
