import { randomUUID } from 'node:crypto';
import { contentWords, isContent } from '../../../../shared/content/content-kinds.ts';
import { isAgentRef } from '../../../../shared/contract/agent-servers/agent-ref.ts';
import { FailureError, fail, orThrow, type Result } from '../../../../shared/contract/errors.ts';
import type { ThreadTask } from '../../../../shared/contract/extension-api/extension-tasks.ts';
import type { EndedTask } from '../../../../shared/contract/extensions/main-streams.ts';
import type { Asker } from '../../../../shared/contract/question.ts';
import type { AnswerEnd, ThreadEntry } from '../../../../shared/contract/thread.ts';
import type { AnswerView } from '../../../../shared/contract/thread-view.ts';
import type { ContributedTool } from '../../../../shared/contract/tool.ts';
import { LinkedController } from '../../../../shared/linked-controller.ts';
import { spentOf } from '../../../../shared/thread/cost.ts';
import { emptyThread } from '../../../../shared/thread/fold-thread.ts';
import { oneLine } from '../../../../shared/thread/one-line.ts';
import { standingParts } from '../../../../shared/thread/standing-parts.ts';
import type { FoundModel } from '../../../providers/provider-registry.ts';
import { namedTools, nameTools } from '../../../tools/offered-tools.ts';
import type { PromptToAnswer } from '../../turns/prompt-to-answer.ts';
import { AnswerAbort } from '../../turns/turn-loop.ts';
import { endOfApp, type OpenThread } from '../open-thread.ts';
import type { ThreadPrompts } from '../prompts/thread-prompts.ts';
import type { ThreadCache } from '../thread-cache.ts';
import type { ThreadSetups } from '../thread-setups.ts';
import type { SharedBudgets } from './shared-budgets.ts';
import { createTaskLimits } from './task-limits.ts';

export interface ChildThreadsDeps {
  readonly cache: Pick<ThreadCache, 'use' | 'withNew'>;
  readonly setups: ThreadSetups;
  readonly prompts: Pick<ThreadPrompts, 'fresh'>;
  readonly budgets: Pick<SharedBudgets, 'begin'>;
  workspacePath(): string;
  tools(): readonly ContributedTool[];
  /** @throws {FailureError} when it cannot be asked now */
  readyModel(model: string | undefined): Promise<FoundModel>;
  answer(thread: OpenThread, prompt: PromptToAnswer): Promise<Result<null>>;
  /** Takes a thread away in which nothing was said. */
  discard(threadId: string): Promise<void>;
}

/** Where a task is begun. */
export interface TaskPlace {
  /** null: in no thread. */
  readonly parentId: string | null;
  /** The call of a tool that begins it. */
  readonly toolUseId?: string | undefined;
}

/** Follows what is added to a thread. */
export type FollowEntries = (thread: OpenThread, entries: readonly ThreadEntry[]) => void;

/** Threads that extensions begin for tasks. */
export type ChildThreads = ReturnType<typeof createChildThreads>;

const longestTitle = 80;
/** Characters of what a task came to. */
const longestText = 1_000_000;

export function createChildThreads(deps: ChildThreadsDeps) {
  const { cache, setups, prompts, budgets } = deps;
  const limits = createTaskLimits();
  const begun = new Set<{
    readonly parentId: string | null;
    readonly ended: AbortController;
    done: Promise<unknown>;
  }>();
  const followers = new Map<string, FollowEntries>();
  let isClosed = false;

  /** What the task has of its parent and of its agent; of tools no more than the parent. */
  async function setupOf(parent: OpenThread | null, workspace: string, task: ThreadTask) {
    const { agent, model, instructions } = task;
    const its = parent ? orThrow(await setups.of(parent)) : null;
    const view = { ...emptyThread, setup: agent === undefined ? {} : { agent } };
    const found = await setups.of({ view, workspace });
    if (!found.ok && agent !== undefined) {
      throw invalid(
        `There is no agent “${oneLine(agent, 60)}”. One is named as its file: “reviewer” of reviewer.agent.md.`,
      );
    }
    const given = orThrow(found);
    const mayUse = namedTools(namedTools(nameTools(deps.tools()), its?.tools).offered, given.tools).offered;
    const { offered, unknown } = namedTools(mayUse, task.tools);
    if (unknown.length > 0) {
      const names = unknown.map((name) => `“${oneLine(name, 60)}”`).join(', ');
      throw invalid(
        oneLine(`There is no tool ${names} for this task. There are ${[...mayUse.keys()].join(', ')}.`, 2000),
      );
    }
    const isSome = [its?.tools, given.tools, task.tools].some((tools) => tools !== undefined);
    // An agent server does no tasks of extensions.
    const ofParent = its?.isDefault || isAgentRef(its?.model ?? '') ? undefined : its?.model;
    const own = model ?? (given.isOwnModel ? undefined : ofParent);
    await deps.readyModel(own ?? (given.isOwnModel ? given.model : undefined));
    return {
      ...(agent !== undefined && { agent }),
      ...(own !== undefined && { model: own }),
      ...(isSome && { tools: [...offered.keys()] }),
      ...(instructions !== undefined && { instructions }),
    };
  }

  async function run(
    by: Asker,
    task: ThreadTask,
    { toolUseId }: TaskPlace,
    parent: OpenThread | null,
    follow: FollowEntries,
    signal: AbortSignal,
  ): Promise<EndedTask> {
    const workspace = parent?.workspace ?? deps.workspacePath();
    const setup = await setupOf(parent, workspace, task);
    const title = oneLine(task.task.trimStart().split(/[\r\n]/, 1)[0] ?? '', longestTitle);
    const at = Date.now();
    const mark = { at, title, extensionName: by.extensionName, ...(toolUseId !== undefined && { toolUseId }) };
    signal.throwIfAborted();
    let id = '';
    const ran = await cache.withNew(workspace, async (thread) => {
      id = thread.id;
      const parentId = parent && { parentId: parent.id };
      const endBudget = parent ? budgets.begin(thread, parent) : () => {};
      const stop = () => thread.running?.controller.abort(signal.reason instanceof AnswerAbort ? signal.reason : null);
      signal.addEventListener('abort', stop);
      followers.set(id, follow);
      try {
        thread.append([
          { kind: 'origin', at, ...by, ...parentId, depth: depthIn(parent) },
          ...(Object.keys(setup).length > 0 ? [{ kind: 'setup', at, ...setup } as const] : []),
          { kind: 'title', at, text: title, by: 'model' },
          // It spends from its parent's budget.
          ...(parent ? [{ kind: 'limit', at } as const] : []),
        ]);
        const promptId = randomUUID();
        // It is nothing that a person wrote: extensions are not asked about it.
        const { handled: _handled, ...prompt } = prompts.fresh(thread, task.task, { typed: '', id: promptId });
        const answering = await deps.answer(thread, prompt);
        if (!answering.ok) return answering;
        parent?.append([{ kind: 'task', threadId: id, ...mark }]);
        await thread.running?.done;
        parent?.append([{ kind: 'task', threadId: id, ...mark, spent: spentOf(thread.view) }]);
        const { turns, branches } = thread.view;
        const answer = [...turns, ...branches].find((turn) => turn.promptId === promptId)?.answers[0];
        return { ok: true as const, value: outcomeOf(id, answer) };
      } finally {
        endBudget();
        followers.delete(id);
        signal.removeEventListener('abort', stop);
      }
    });
    if (ran?.ok) return ran.value;
    await deps.discard(id);
    signal.throwIfAborted();
    return orThrow(ran ?? gone());
  }

  function begin(...[by, task, place, parent, follow, signal]: Parameters<typeof run>): Promise<EndedTask> {
    if (isClosed) throw invalid('The app ends.');
    const running = parent?.running;
    const ended = new LinkedController([signal, ...(running ? [running.controller.signal] : [])]);
    const child = { parentId: place.parentId, ended, done: Promise.resolve() as Promise<unknown> };
    begun.add(child);
    const done = limits
      .inTurn(by, depthIn(parent), ended.signal, () => run(by, task, place, parent, follow, ended.signal))
      .finally(() => {
        begun.delete(child);
        ended.end();
      });
    child.done = done.catch(() => {});
    return done;
  }

  return {
    /**
     * Lets a model do a task in a new thread, and resolves when that has ended. It ends with its parent's answer too.
     * @param signal stops it @throws {FailureError} when it cannot begin
     */
    async spawn(
      by: Asker,
      task: ThreadTask,
      place: TaskPlace,
      follow: FollowEntries,
      signal: AbortSignal,
    ): Promise<EndedTask> {
      if (task.task.trim() === '') throw invalid('The task is empty. Say what the model is to do.');
      if (place.parentId === null) return begin(by, task, place, null, follow, signal);
      const done = await cache.use(place.parentId, async (parent) => ({
        came: await begin(by, task, place, parent, follow, signal),
      }));
      return done ? done.came : orThrow(gone());
    },
    /** Tells who follows a thread, if it is one of these. */
    added: (thread: OpenThread, entries: readonly ThreadEntry[]) => followers.get(thread.id)?.(thread, entries),
    /** The thread goes away: so do its tasks. */
    endOf(threadId: string) {
      for (const { parentId, ended } of begun) if (parentId === threadId) ended.abort();
    },
    async close() {
      isClosed = true;
      for (const { ended } of begun) ended.abort(new AnswerAbort(endOfApp));
      await Promise.all([...begun].map(({ done }) => done));
    },
  };
}

const depthIn = (parent: OpenThread | null): number => 1 + (parent?.view.origin?.depth ?? 0);

function outcomeOf(threadId: string, answer: AnswerView | undefined): EndedTask {
  const { model = '', parts = [], end, usage = { inputTokens: 0, outputTokens: 0 } } = answer ?? {};
  const said = standingParts(parts);
  const text = said
    .slice(said.findLastIndex(({ type }) => type === 'step') + 1)
    .filter(isContent)
    .map(contentWords)
    .join('');
  return { threadId, ...statusOf(end), text: text.slice(0, longestText), model, usage };
}

function statusOf(end: AnswerEnd | undefined): Pick<EndedTask, 'status' | 'problem' | 'stopReason'> {
  switch (end?.type) {
    case 'stop': {
      const stopReason = end.reason;
      if (stopReason !== 'refusal') return { status: 'completed', stopReason };
      return { status: 'failed', stopReason, problem: end.explanation ?? 'The model declined to do it.' };
    }
    case 'step-limit':
      return { status: 'failed', problem: `It was ended after ${end.steps} steps, which is the most.` };
    case 'failed':
      return { status: 'failed', problem: end.failure.message };
    default:
      return { status: 'stopped' };
  }
}

const invalid = (message: string) => new FailureError({ code: 'invalid-request', message });
const gone = () => fail('invalid-request', 'This thread is gone.');
