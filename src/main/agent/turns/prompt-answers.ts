import { isAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { DraftedPrompt } from '../../../shared/contract/methods/agent-methods.ts';
import { formatModelRef } from '../../../shared/contract/provider.ts';
import type { SizeLimits } from '../../../shared/contract/size-limits.ts';
import type { PauseReason, PromptContext, ThreadEntry } from '../../../shared/contract/thread.ts';
import { appendEntries } from '../../../shared/thread/fold-thread.ts';
import type { AgentServers } from '../../agent-servers/agent-servers.ts';
import { formatInstructions, type ReadRules } from '../../context/rules.ts';
import type { Deadlines } from '../../deadlines.ts';
import type { CompletionLimits } from '../../providers/completion-stream.ts';
import type { FoundModel, ProviderRegistry } from '../../providers/provider-registry.ts';
import type { CallPlace } from '../../tools/call-run.ts';
import type { ToolCalls } from '../../tools/run-tool-call.ts';
import { type HeardPrompt, hearPrompt } from '../events/prompt-events.ts';
import type { ThreadEvents } from '../events/thread-events.ts';
import { askIn, createTurnEvents } from '../events/turn-events.ts';
import { buildRequest } from '../request/build-request.ts';
import { createCacheConfigurations } from '../request/cache-configurations.ts';
import type { ContextMeter } from '../request/context-meter.ts';
import { requestText } from '../request/request-text.ts';
import type { ReadBrief } from '../request/thread-brief.ts';
import { noteAnswerer } from '../threads/note-answerer.ts';
import { folderOf, type OpenThread, type Running } from '../threads/open-thread.ts';
import type { SharedBudgets } from '../threads/tasks/shared-budgets.ts';
import { nextLimit } from '../threads/thread-limit.ts';
import type { AnswerSetup, ThreadSetups } from '../threads/thread-setups.ts';
import { type AnswerSize, createAnswerSize, threadFull } from './answer-size.ts';
import { compactThread } from './compact-thread.ts';
import type { Pauses } from './pauses.ts';
import type { MentioningText, PromptToAnswer } from './prompt-to-answer.ts';
import { type RetryLimits, retryLimits } from './retry-policy.ts';
import { endByAbort, runTurn } from './turn-loop.ts';

export interface PromptAnswersDeps {
  readonly agentServers: Pick<AgentServers, 'usable' | 'answer' | 'promptText'>;
  readonly registry: Pick<ProviderRegistry, 'find' | 'resolve'>;
  readonly meter: ContextMeter;
  readonly pauses: Pauses;
  readonly budgets: Pick<SharedBudgets, 'usedUp'>;
  readonly setups: ThreadSetups;
  saveModel(model: string): void | Promise<void>;
  /** A person's action lets a provider ask for its key again, and starts an extension again that stays off. */
  personActed(extensionId: string, providerId: string): void;
  /** The tools for the answers to a prompt: `ToolHost.callsOf`. */
  callsOf(at: CallPlace): Omit<ToolCalls, 'offered' | 'maxOutput'>;
  readonly rules: ReadRules;
  readonly brief: ReadBrief;
  readonly events: ThreadEvents;
  readonly deadlines: Deadlines['providers'];
  /** Resolves the mentions of a prompt: `MentionResolver`. Never rejects, unless the signal aborts. */
  resolveMentions(
    text: string,
    options: { readonly root: string | null; readonly isTyped: boolean; readonly signal: AbortSignal },
  ): Promise<readonly PromptContext[]>;
  /** A thread names tools that are not there; none: it does not, any more. */
  onUnknownTools(thread: OpenThread, names: readonly string[]): void;
  /** An answer has ended, however it did. */
  onAnswered(thread: OpenThread): void;
  sizeLimits(): SizeLimits;
  readonly limits?: Partial<CompletionLimits>;
  readonly retryLimits?: Partial<RetryLimits>;
}

export interface RequestDraft extends MentioningText, Pick<DraftedPrompt, 'images' | 'replaces'> {}

export type PromptAnswers = ReturnType<typeof createPromptAnswers>;

/** In ms: what takes longer should not keep a person waiting at the field. */
const momentMs = 300;

/** A prompt as extensions have it. */
interface HeardInput {
  readonly heard: HeardPrompt;
  readonly said: Exclude<Awaited<ReturnType<HeardPrompt['input']>>, string>;
  readonly signal: AbortSignal;
}

const cancelled = () => fail('cancelled', 'It was stopped. Your text is kept.');

/** The failure of what a thread has for itself says so. */
const asOwn = <T>(found: Result<T>, isOwnModel: boolean): Result<T> =>
  found.ok || !isOwnModel
    ? found
    : {
        ok: false,
        failure: { ...found.failure, message: `This thread has a model of its own. ${found.failure.message}` },
      };

/** Answers prompts as their threads are set up. */
export function createPromptAnswers(deps: PromptAnswersDeps) {
  const { registry, meter, pauses, events } = deps;
  const caches = createCacheConfigurations(deps.deadlines.cacheMs);
  const retries = { ...retryLimits, ...deps.retryLimits };

  /** The model of a thread, ready to answer. */
  async function readyModel(
    { model, isOwnModel, isDefault }: AnswerSetup,
    signal: AbortSignal,
  ): Promise<Result<FoundModel>> {
    if (model === undefined) return fail('model-missing', 'No model is chosen. Your text is kept.');
    const found = asOwn(registry.find(model), isOwnModel);
    if (!found.ok) return found;
    deps.personActed(found.value.ref.extensionId, found.value.ref.providerId);
    if (found.value.isAuthenticated) return found;
    const resolved = await registry.resolve(model, signal);
    if (!resolved.ok) return resolved;
    if (resolved.value !== model && isDefault) await deps.saveModel(resolved.value);
    return registry.find(resolved.value);
  }

  /** Answers by an agent server, which has tools, rules and a memory of its own. */
  async function answerByAgent(
    thread: OpenThread,
    { model, isOwnModel }: { readonly model: string; readonly isOwnModel: boolean },
    prompt: PromptToAnswer,
    { heard, said, signal }: HeardInput,
  ): Promise<Result<{ answer: Promise<void> }>> {
    const agent = asOwn(deps.agentServers.usable(model), isOwnModel);
    if (!agent.ok) return agent;
    const context = await lookUp(thread, { ...prompt, ...said }, signal);
    const given = { instructions: '', tools: [], skills: [] };
    const begun = await heard.start(said.changed?.text ?? prompt.text, given);
    if (begun === 'stopped' || signal.aborted) return cancelled();
    const promptId = prompt.id([...context, ...begun.added], said.changed);
    if (!isOwnModel) noteAnswerer(thread, { model, modelName: agent.value.name });
    const { turns, branches } = thread.view;
    const turn = [...turns, ...branches].find((each) => each.promptId === promptId);
    const { text = prompt.text, images, context: told } = turn ?? {};
    const endOf = ({ reason }: AbortSignal) => endByAbort(reason);
    const asked = { promptId, text, images, context: told, signal, endOf };
    return ok({ answer: deps.agentServers.answer(thread, model, asked).then(() => deps.onAnswered(thread)) });
  }

  async function contextOf(
    thread: OpenThread,
    { mentionsIn }: Pick<PromptToAnswer, 'mentionsIn'>,
    signal: AbortSignal,
  ): Promise<readonly PromptContext[]> {
    if (!mentionsIn) return [];
    const { text, typed } = mentionsIn;
    // Stopped meanwhile: nothing is sent.
    const resolve = (part: string, isTyped: boolean) =>
      deps.resolveMentions(part, { root: folderOf(thread), isTyped, signal }).catch(() => []);
    if (text === typed) return resolve(text, true);
    const [all, own] = await Promise.all([resolve(text, false), resolve(typed, true)]);
    return all.map((context) => own.find(({ href }) => href === context.href) ?? context);
  }

  /** `contextOf`; the thread says so when it takes a while. */
  async function lookUp(
    thread: OpenThread,
    prompt: PromptToAnswer,
    signal: AbortSignal,
  ): Promise<readonly PromptContext[]> {
    const timer = setTimeout(() => {
      thread.setActivity({ type: 'reading', since: Date.now() });
      prompt.waits?.();
    }, momentMs);
    try {
      return await contextOf(thread, prompt, signal);
    } finally {
      clearTimeout(timer);
      thread.setActivity(null);
    }
  }

  /** With what is known of its model; nobody is asked for a key. */
  async function presentBrief(thread: OpenThread, setup: AnswerSetup | null) {
    const model = setup?.model;
    const found = model === undefined ? undefined : registry.find(model);
    const info = found?.ok ? found.value.info : undefined;
    return { ...(await deps.brief(thread, setup, info)), model, info };
  }

  const sizeIn = (thread: OpenThread): AnswerSize =>
    createAnswerSize({ limits: deps.sizeLimits(), threadSize: () => thread.size });

  const whyPaused = (thread: OpenThread) => deps.budgets.usedUp(thread)?.reason ?? null;

  async function mayGoOn(thread: OpenThread, reason: PauseReason, signal: AbortSignal): Promise<boolean> {
    const { goesOn, limit } = await pauses.ask(thread.id, signal);
    // The person may have set another one while it waited.
    const still = reason.type === 'limit' && goesOn ? deps.budgets.usedUp(thread) : null;
    if (still) still.thread.append([{ kind: 'limit', at: Date.now(), ...(limit ?? nextLimit(still.reason)) }]);
    return goesOn;
  }

  /** Resolves when it is clear whether the prompt can be answered; the credential dialog may appear before. */
  async function answer(
    thread: OpenThread,
    { controller: { signal }, retryWait }: Running,
    prompt: PromptToAnswer,
  ): Promise<Result<{ answer: Promise<void> } | null>> {
    const full = threadFull(thread.size, deps.sizeLimits().thread);
    if (full) return { ok: false, failure: { ...full, message: `${full.message} Your text is kept.` } };
    const heard = hearPrompt(events, thread, prompt, signal);
    const said = await heard.input();
    if (said === 'stopped') return cancelled();
    if (said === 'handled') return ok(null);
    const setup = await deps.setups.of(thread);
    if (!setup.ok) return setup;
    const { model: reference, isOwnModel } = setup.value;
    if (reference !== undefined && isAgentRef(reference)) {
      return answerByAgent(thread, { model: reference, isOwnModel }, prompt, { heard, said, signal });
    }
    const model = await readyModel(setup.value, signal);
    if (!model.ok) return model;
    const { info, ref, handle } = model.value;
    if (prompt.images > 0 && !info?.capabilities.supportsImages) {
      const message = `${info?.name ?? ref.modelId} does not accept images. Remove them, or choose another model.`;
      return fail('invalid-request', message, { extensionId: handle.manifest.id });
    }
    const [context, { told, offered, skills, unknown }] = await Promise.all([
      lookUp(thread, { ...prompt, ...said }, signal),
      deps.brief(thread, setup.value, info),
    ]);
    if (info?.capabilities.supportsTools) deps.onUnknownTools(thread, unknown);
    const begun = await heard.start(said.changed?.text ?? prompt.text, {
      instructions: told,
      tools: [...offered.keys()],
      skills,
    });
    if (begun === 'stopped' || signal.aborted) return cancelled();
    const promptId = prompt.id([...context, ...begun.added], said.changed);
    if (!setup.value.isOwnModel) {
      noteAnswerer(thread, { model: formatModelRef(ref), modelName: info?.name ?? ref.modelId });
    }
    const calls = deps.callsOf({ threadId: thread.id, promptId, root: folderOf(thread) });
    const maxOutput = deps.sizeLimits().toolOutput;
    const own = createTurnEvents({
      events,
      ask: askIn(events, thread),
      run: calls.run,
      model: formatModelRef(ref),
      maxOutput,
      signal,
    });
    const turn = runTurn({
      model: model.value,
      promptId,
      request: buildRequest(thread.view, promptId, { model: info, offered, told: begun.instructions }),
      tools: { ...calls, run: own.run, offered, maxOutput },
      events: own,
      append(entries) {
        thread.append(entries);
        if (entries.some(({ kind }) => kind === 'answer-usage')) meter.noteUsage(thread, formatModelRef(ref));
      },
      setActivity: thread.setActivity,
      limitReached: () => whyPaused(thread),
      mayGoOn: (reason) => mayGoOn(thread, reason, signal),
      cacheOf: () => caches.of(model.value, signal),
      countedTokens: () => (thread.context?.source === 'estimate' ? 0 : (thread.context?.tokens ?? 0)),
      retryLimits: retries,
      retryWait,
      signal,
      limits: deps.limits,
      size: sizeIn(thread),
    });
    return ok({ answer: turn.then(() => deps.onAnswered(thread)) });
  }

  return {
    answer,
    /** Sums up what was said; see `compactThread`. Resolves when that is done. */
    async compact(thread: OpenThread, running: Running, instructions: string) {
      if (whyPaused(thread)) {
        const message = 'This thread has reached its budget. Raise it at the context meter, then compact.';
        return fail('invalid-request', message);
      }
      const setup = await deps.setups.of(thread);
      if (!setup.ok) return setup;
      if (isAgentRef(setup.value.model ?? '')) {
        return fail('invalid-request', 'The agent of this thread keeps its own record of it. Ask it to sum that up.');
      }
      const model = await readyModel(setup.value, running.controller.signal);
      if (!model.ok) return model;
      const told = formatInstructions(await deps.rules(folderOf(thread)), setup.value.instructions);
      const { limits } = deps;
      const compacted = await compactThread({
        thread,
        running,
        model: model.value,
        told,
        instructions,
        retryLimits: retries,
        limits,
        size: sizeIn(thread),
      });
      if (compacted.ok) void meter.measure(thread);
      return compacted;
    },
    /** The request with this as the next prompt, or what an agent server is given, as Markdown. Asks and changes nothing. */
    async requestText(thread: OpenThread, draft: RequestDraft) {
      const setup = await deps.setups.of(thread);
      if (!setup.ok) return setup;
      const { signal } = new AbortController();
      const { text, images = [], replaces } = draft;
      const agent = setup.value.model ?? '';
      if (isAgentRef(agent)) {
        const context = await contextOf(thread, { mentionsIn: draft }, signal);
        const asked = { promptId: replaces ?? null, text, images, context };
        const given = deps.agentServers.promptText(thread, agent, asked);
        return given.ok ? ok({ title: 'What the agent is given', text: given.value }) : given;
      }
      const [context, { model, info, rules, told, offered }] = await Promise.all([
        contextOf(thread, { mentionsIn: draft }, signal),
        presentBrief(thread, setup.value),
      ]);
      const id = text.trim() === '' && images.length === 0 ? null : 'draft';
      const more = { images: [...images], context: [...context], ...(replaces !== undefined && { replaces }) };
      const next: ThreadEntry[] = id === null ? [] : [{ kind: 'prompt', id, at: Date.now(), text, ...more }];
      const view = appendEntries(thread.view, next);
      const request = buildRequest(view, id, { model: info, offered, told });
      const mayChange = (['before_agent_start', 'context', 'before_provider_request'] as const).some(events.isHeard);
      return ok({ title: 'What the model sees', text: requestText(request, { model, info, rules, mayChange }) });
    },
    /** Instructions that models get in a thread before the messages. */
    async toldIn(thread: OpenThread): Promise<string> {
      const setup = await deps.setups.of(thread);
      return (await presentBrief(thread, setup.ok ? setup.value : null)).told;
    },
    /** An extension was (re)activated: what it said of its models may hold no more. */
    extensionActivated: caches.forget,
  };
}
