import { randomUUID } from 'node:crypto';
import { FailureError, toFailure } from '../../shared/contract/errors.ts';
import type { ExecResult } from '../../shared/contract/extension-api/extension-tool-call.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import type { ToolRunState } from '../../shared/contract/tool.ts';
import { LinkedController } from '../../shared/linked-controller.ts';
import { askerOf, askerRefusal } from '../extensions/api/asker.ts';
import { createKeyedLimit } from '../extensions/api/keyed-limit.ts';
import type { QuestionBoard } from '../extensions/api/question-board.ts';
import { type CallRunDeps, createCallRun, type RunPlace, type StartedRun } from './call-run.ts';
import type { OutwardEffects, RequestedCommand } from './outward-effects.ts';
import { CallDenied } from './run-tool-call.ts';

type OwnPlace = Extract<RunPlace, { threadId: null }>;

export interface OwnCommandsDeps extends Pick<CallRunDeps<OwnPlace>, 'questions' | 'rules' | 'isTrusted'> {
  /** The open folder. */
  root(): string | null;
  askInDialog: QuestionBoard['ask'];
  exec: OutwardEffects['exec'];
  /** Runs a task, which ends with the run. */
  during<T>(started: StartedRun<OwnPlace>, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
}

/** Commands of one extension. */
const atOnce = 4;
const maxWaiting = 64;

/**
 * Commands that extensions run outside of a tool's call. They are judged as those of calls are; without a thread, the
 * person is asked in a dialog.
 */
export function createOwnCommands(deps: OwnCommandsDeps) {
  const { questions, rules, isTrusted, during } = deps;
  const turns = createKeyedLimit(atOnce, maxWaiting);

  /** @param output told what it says, while it runs @throws {FailureError} `tool-denied` when the person or a rule does not allow it */
  return async (
    caller: Manifest,
    command: RequestedCommand,
    signal: AbortSignal,
    output: (text: string) => void = () => {},
  ): Promise<ExecResult> => {
    const asker = askerOf(caller);
    if (!caller.capabilities?.exec) {
      throw askerRefusal(asker, 'runs a command without [capabilities] exec = true in its manifest.');
    }
    const id = randomUUID();
    let dialog = new LinkedController([]);
    const its: StartedRun<OwnPlace> = createCallRun({
      ...{
        extensionId: caller.id,
        toolUseId: id,
        at: { threadId: null, root: deps.root() },
        questions,
        rules,
        isTrusted,
      },
      told: { state: showState, output },
      isForThread: () => false,
      allowForThread: () => {},
    });

    function showState(state: ToolRunState): void {
      dialog.abort();
      if (state.type !== 'waiting' || !state.effect || !state.where) return;
      dialog = new LinkedController([its.run.signal]);
      const { effect, patterns = [], where } = state;
      const title = `May ${caller.name} run this command?`;
      deps
        .askInDialog(asker, { type: 'effect', title, effect, patterns, where }, dialog.signal, (decision) =>
          questions.decide(null, id, decision),
        )
        // Closed. When it was answered, nothing waits any more.
        .then(() => questions.decide(null, id, 'deny'))
        .catch((thrown) => its.end(new FailureError(toFailure(thrown))));
    }

    const { run } = its;
    try {
      return await during(its, signal, () =>
        turns.take(caller.id, run.signal, () => deps.exec(run, command, run.signal)),
      );
    } catch (thrown) {
      if (!(thrown instanceof CallDenied)) throw thrown;
      const message = thrown.reason ?? `You did not allow ${caller.name} to run this command.`;
      throw new FailureError({ code: 'tool-denied', message, extensionId: caller.id });
    }
  };
}
