import type { Failure } from '../../../shared/contract/errors.ts';
import {
  type ExecResult,
  execTimeout,
  longestCommand,
} from '../../../shared/contract/extension-api/extension-tool-call.ts';
import type { ProgramEnvironment } from '../../programs/program-environment.ts';
import { commandEnvironment } from './command-environment.ts';
import { type CommandRun, runInShell } from './run-in-shell.ts';

export interface PersonShellDeps {
  isTrusted(folder: string): Promise<boolean>;
  /** Commands get it without apparent secrets. */
  readonly environment: ProgramEnvironment;
  /** Where commands run without a folder, as terminals begin there. */
  readonly home: string;
}

export interface PersonCommand extends Pick<CommandRun, 'line' | 'signal' | 'onOutput'> {
  readonly folder: string | null;
}

/** Commands that the person types themselves: nobody is asked, and no rule judges them. */
export type PersonShell = ReturnType<typeof createPersonShell>;

export function createPersonShell({ isTrusted, environment, home }: PersonShellDeps) {
  return {
    /** Why a command cannot run in a folder; null: it can. */
    async refusal({ line, folder }: Pick<PersonCommand, 'line' | 'folder'>): Promise<Failure | null> {
      const refuse = (message: string): Failure => ({ code: 'command-refused', message });
      if (folder !== null && !(await isTrusted(folder))) {
        return refuse('Commands run only in a folder that you trust. Trust this one in Extensions.');
      }
      if (line.length <= longestCommand) return null;
      const most = longestCommand.toLocaleString('en');
      return refuse(`The command is longer than ${most} characters. Put it into a file, and run that.`);
    },
    /** @throws {FailureError} as `runInShell` */
    run: async ({ line, folder, signal, onOutput }: PersonCommand): Promise<ExecResult> =>
      runInShell({
        line,
        cwd: folder ?? home,
        environment: commandEnvironment(await environment(), process.platform),
        timeoutMs: execTimeout.longest * 1000,
        signal,
        onOutput,
      }),
  };
}
