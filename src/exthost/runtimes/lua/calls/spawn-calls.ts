import type { EventPlace, FollowedEvents } from '../../../../shared/contract/extension-api/extension-events.ts';
import type { TaskEvent, TaskOptions, TaskOutcome } from '../../../../shared/contract/extension-api/extension-tasks.ts';
import { followedForms } from '../events/followed-forms.ts';
import { passable } from '../events/passable.ts';
import type { Answers, CallHandler } from './script-call.ts';
import { threadOf } from './session-calls.ts';

/** As `spawn.lua` has checked it. */
interface Asked {
  readonly task: string;
  readonly agent?: string;
  readonly model?: string;
  readonly tools?: string[];
  readonly system_append?: string;
  readonly cwd?: string;
  /** Keys of the functions for events in the prelude. */
  readonly on: Readonly<Partial<Record<TaskEvent, string>>>;
}

export const spawnWaits: Answers<Promise<unknown>> = {
  async 'zi.spawn'(context, [given], call, handle) {
    if (call.isEnd) throw new Error('zi.spawn is not possible in session_shutdown: what a script started ends with it');
    const { signal, spawn } = call;
    const options = optionsOf(given as Asked, handle);
    const outcome = spawn
      ? await spawn({ ...options, signal })
      : await context.threads.spawn({ ...options, signal, parent: await threadOf(context, call) });
    return passable(resultOf(outcome));
  },
};

function optionsOf({ task, agent, model, tools, system_append, cwd, on }: Asked, handle: CallHandler): TaskOptions {
  const place =
    cwd === undefined || cwd === '.'
      ? undefined
      : `Your work is in the folder ${cwd}. Paths that you give to tools are relative to the open folder.`;
  const instructions = [system_append, place].filter((text) => text !== undefined).join('\n\n');
  const follow = ([name, handler]: [string, string]) => {
    const run = async (event: FollowedEvents[TaskEvent], at: EventPlace) => {
      for (const form of followedForms(name as TaskEvent, event)) await handle(handler, form, at);
    };
    return [name, run];
  };
  return {
    task,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(tools !== undefined && { tools }),
    ...(instructions !== '' && { instructions }),
    on: Object.fromEntries(Object.entries(on).map(follow)),
  };
}

const statuses = { completed: 'completed', failed: 'error', stopped: 'cancelled' } as const;
/** As of a program that does the task. */
const exitCodes = { completed: 0, failed: 1, stopped: 130 } as const;

function resultOf({ thread, status, text, problem, model, stopReason, usage }: TaskOutcome) {
  return {
    ...{ status: statuses[status], exit_code: exitCodes[status], stop_reason: stopReason, error: problem },
    ...{ cancelled: status === 'stopped', is_error: status === 'failed' },
    ...{ output: text, content: [{ type: 'text', text }], model, session_id: thread.id },
    usage: { input: usage.inputTokens, output: usage.outputTokens },
  };
}
