import { syncBuiltinESMExports } from 'node:module';
import { exitAttemptCode } from '../shared/extensions/exit-attempt-code.ts';

/** An extension tried to end the process that it shares with others. */
export interface ExitAttempt {
  /** The call as code: `process.exit(3)`. */
  readonly call: string;
  /** Stack of the call, from which main finds the extension by its files. */
  readonly stack: string;
}

export interface GuardListener {
  onExitAttempt(attempt: ExitAttempt): void;
  /** An uncaught exception; the process continues. */
  onUncaught(error: unknown): void;
}

/** Electron's own ways to end a process, which Node's types do not have. */
type Guarded = NodeJS.Process & Record<'reallyExit' | 'crash' | 'hang', (...args: unknown[]) => never>;

/**
 * Keeps an extension from ending the host, which it may share: the call throws, and main is told. This protects
 * against careless code only: an extension has Node's whole API, and a malicious one finds other ways.
 * @returns exits the process, for the host itself
 */
export function guardProcess({ onExitAttempt, onUncaught }: GuardListener): (code: number) => never {
  const host = process as Guarded;
  const { exit, reallyExit, kill, pid } = host;

  const refuse = (call: string): never => {
    // Cut, as an extension determines their lengths.
    const data = { call: call.slice(0, 200) };
    const error = new Error(`An extension must not end its host (${call})`);
    Object.assign(error, { code: exitAttemptCode, data });
    onExitAttempt({ ...data, stack: String(error.stack).slice(0, 20_000) });
    throw error;
  };
  const refuseAs =
    (name: string) =>
    (...args: unknown[]): never =>
      refuse(`process.${name}(${args.map(String).join(', ')})`);

  host.exit = refuseAs('exit');
  host.abort = refuseAs('abort');
  // "reallyExit" is called by `exit`: code that kept the original `exit` fails too.
  for (const name of ['reallyExit', 'crash', 'hang'] as const) if (name in host) host[name] = refuseAs(name);
  host.kill = (target, signal = 'SIGTERM') => {
    // 0 is its process group, -1 all processes of the user.
    const isSelf = [pid, -pid, 0, -1].includes(Number(target));
    return isSelf && signal !== 0 ? refuse(`process.kill(process.pid, ${signal})`) : kill.call(host, target, signal);
  };
  // For `import { exit } from 'node:process'`.
  syncBuiltinESMExports();

  // Not a listener: an extension's own listener that throws, for example by calling `exit`, would end the process.
  process.setUncaughtExceptionCaptureCallback(onUncaught);

  return (code) => {
    host.reallyExit = reallyExit;
    return exit.call(host, code);
  };
}
