import { FailureError } from '../../../shared/contract/errors.ts';
import type { ExecResult } from '../../../shared/contract/extension-api/extension-tool-call.ts';
import { createKeptOutput } from './kept-output.ts';
import { type ShellCommand, startInShell } from './shell-process.ts';

export interface CommandRun extends ShellCommand {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

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
  const kept = createKeptOutput();
  const shell = startInShell({
    line,
    cwd,
    environment,
    onOutput(text) {
      kept.add(text);
      onOutput(text);
    },
  });
  let isTimedOut = false;
  const end = () => void shell.end();
  const timer = setTimeout(() => {
    isTimedOut = true;
    end();
  }, timeoutMs);
  signal.addEventListener('abort', end);
  try {
    const { code } = await shell.ended;
    if (signal.aborted) throw cancelled();
    const durationMs = Math.round(performance.now() - started);
    return { exitCode: isTimedOut ? null : code, output: kept.text(), isCut: kept.isCut(), isTimedOut, durationMs };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
