import type { ExecCommand, ExecResult } from '../../../../shared/contract/extension-api/extension-tool-call.ts';
import type { Answers } from './script-call.ts';

/** As `system.lua` has checked them. */
interface SystemOptions {
  readonly cwd?: string;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly check?: boolean;
}

/** Of the output, in an error. */
const toldOfOutput = 500;

export const systemWaits: Answers<Promise<unknown>> = {
  async 'zi.system'(context, args, { exec, signal, isEnd }) {
    if (isEnd) throw new Error('zi.system is not possible in session_shutdown: what a script started ends with it');
    const [command, { cwd, timeout, check }] = args as [ExecCommand, SystemOptions];
    const options = {
      ...(cwd !== undefined && { cwd }),
      ...(timeout !== undefined && { timeoutSeconds: timeout / 1000 }),
    };
    const ran = exec ? await exec(command, options) : await context.exec(command, { ...options, signal });
    if (check && ran.exitCode !== 0) throw new Error(`zi.system: ${formatFailure(command, ran)}`);
    return {
      code: ran.exitCode,
      ...{ stdout: ran.output, stderr: '', output: ran.output },
      timed_out: ran.isTimedOut,
      truncated: ran.isCut,
      duration_ms: ran.durationMs,
    };
  },
};

function formatFailure(command: ExecCommand, { exitCode, output, isTimedOut, durationMs }: ExecResult): string {
  const named = typeof command === 'string' ? command : (command[0] ?? '');
  const how = isTimedOut
    ? `took too long, and was ended after ${Math.round(durationMs / 1000)} s`
    : exitCode === null
      ? 'was ended by a signal'
      : `ended with code ${exitCode}`;
  const said = output.trim().slice(-toldOfOutput);
  return `“${named.slice(0, 100)}” ${how}${said && `: ${said}`}`;
}
