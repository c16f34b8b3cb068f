import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FailureError } from '../../../shared/contract/errors.ts';
import { spawnGroup } from '../../processes/process-group.ts';
import { createControlStripper } from './strip-control.ts';

export interface ShellCommand {
  /** Passed to the shell unchanged. */
  readonly line: string;
  /** Absolute. */
  readonly cwd: string;
  readonly environment: Record<string, string>;
  /** Gets the output, as it arrives, without control sequences. */
  onOutput(text: string): void;
}

export interface ShellProcess {
  /**
   * When the shell has ended, its group is gone and all output was told; background processes are ended too.
   * @throws {FailureError} `file-failed` when the shell could not be started
   */
  readonly ended: Promise<ShellExit>;
  /** Ends it and all that it started. */
  end(): Promise<void>;
}

export interface ShellExit {
  /** null: a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Bytes read without a pause; the program waits during the pause, so that the app does not. */
const maxAtOnce = 1024 * 1024;
const pauseMs = 50;
/** Milliseconds to wait for output written before the exit; a process outside the group may keep the pipe open. */
const drainMs = 250;

/** Runs a line in the system's shell, in its own process group. */
export function startInShell({ line, cwd, environment, onOutput }: ShellCommand): ShellProcess {
  const { child, group } = start(line, cwd, environment);
  const exited = new Promise<ShellExit>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const outputs = [child.stdout, child.stderr].filter((one) => one !== null);
  const ends = outputs.map((output) => read(output, onOutput));

  async function settle(): Promise<ShellExit> {
    try {
      const exit = await exited;
      // Background processes too.
      await group.end();
      await drained(ends, outputs);
      return exit;
    } catch (error) {
      const message = 'The shell of the system could not be started, so nothing was run.';
      throw new FailureError({ code: 'file-failed', message, detail: String(error) }, { cause: error });
    } finally {
      group.hasEnded();
    }
  }
  return { ended: settle(), end: group.end };
}

function start(line: string, cwd: string, env: Record<string, string>) {
  const options = { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
  if (process.platform === 'win32') {
    const shell = join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'cmd.exe');
    return spawnGroup<ChildProcess>(shell, ['/d', '/s', '/c', `"${line}"`], {
      ...options,
      windowsVerbatimArguments: true,
    });
  }
  // A first shell merges both outputs, which preserves their order, and is replaced by the one that runs the line.
  const arguments_ = ['-c', 'exec /bin/sh -c "$1" 2>&1', 'sh', line];
  return spawnGroup<ChildProcess>('/bin/sh', arguments_, options);
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
