import { syncBuiltinESMExports } from 'node:module';

/** An extension tried to end the process that it shares with others. */
export interface ExitAttempt {
  /** As it would be written: `process.exit(3)`. */
  readonly call: string;
  /** Where from; main tells from the files in it which extension it was. */
  readonly stack: string;
}

export interface GuardListener {
  onExitAttempt(attempt: ExitAttempt): void;
  /** Thrown where nobody catches; the process goes on. */
  onUncaught(error: unknown): void;
}

/** Electron's ways to end a process beside Node's, which are not in Node's types. */
type Guarded = NodeJS.Process & Record<'reallyExit' | 'crash' | 'hang', (...args: unknown[]) => never>;

/**
 * Keeps an extension from ending the host, as a program of its own may and a guest may not: the call throws, and main
 * hears of it. A guard against carelessness: an extension with Node's whole API that means harm finds other ways.
 * @returns the way out for the host itself
 */
export function guardProcess({ onExitAttempt, onUncaught }: GuardListener): (code: number) => never {
  const host = process as Guarded;
  const { exit, reallyExit, kill, pid } = host;

  const refuse = (call: string): never => {
    const error = new Error(`An extension must not end its host (${call})`);
    // An extension can give numbers of any length, and shape the stack.
    onExitAttempt({ call: call.slice(0, 200), stack: String(error.stack).slice(0, 20_000) });
    throw error;
  };
  const refuseAs =
    (name: string) =>
    (...args: unknown[]): never =>
      refuse(`process.${name}(${args.map(String).join(', ')})`);

  host.exit = refuseAs('exit');
  host.abort = refuseAs('abort');
  // "reallyExit" is what `exit` ends in: whoever kept that function gets no further.
  for (const name of ['reallyExit', 'crash', 'hang'] as const) if (name in host) host[name] = refuseAs(name);
  host.kill = (target, signal = 'SIGTERM') => {
    // 0 is its process group, -1 every process of the user.
    const isSelf = [pid, -pid, 0, -1].includes(Number(target));
    return isSelf && signal !== 0 ? refuse(`process.kill(process.pid, ${signal})`) : kill.call(host, target, signal);
  };
  // For `import { exit } from 'node:process'`.
  syncBuiltinESMExports();

  // Not a listener: an extension's own listener that throws, as one does that calls `exit`, would end the process.
  process.setUncaughtExceptionCaptureCallback(onUncaught);

  return (code) => {
    host.reallyExit = reallyExit;
    return exit.call(host, code);
  };
}
