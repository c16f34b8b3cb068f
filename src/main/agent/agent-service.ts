import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Notice } from '../../shared/contract/host-state.ts';
import { parseModelRef } from '../../shared/contract/provider.ts';
import type { MainEvent, RendererApi } from '../../shared/contract/renderer-api.ts';
import type { PromptImage } from '../../shared/contract/thread.ts';
import type { ContributedTool } from '../../shared/contract/tool.ts';
import { foldThread } from '../../shared/thread/fold-thread.ts';
import type { CompletionLimits } from '../providers/completion-stream.ts';
import type { FoundModel, ProviderRegistry } from '../providers/provider-registry.ts';
import { buildRequest } from './build-request.ts';
import { createCacheConfigurations } from './cache-configurations.ts';
import { createContextMeter } from './context-meter.ts';
import { offerTools } from './offered-tools.ts';
import { endOfApp, type OpenThread, openThread, type Running } from './open-thread.ts';
import { type RetryLimits, retryLimits } from './retry-policy.ts';
import { createRetryWait } from './retry-wait.ts';
import { runSlashCommand, type SlashCommandCalls } from './slash-command.ts';
import type { ThreadLog } from './thread-log.ts';
import { createToolApprovals } from './tool-approvals.ts';
import { AnswerAbort, runTurn } from './turn-loop.ts';

export interface AgentServiceDeps extends SlashCommandCalls {
  readonly registry: ProviderRegistry;
  readonly threads: ThreadLog;
  publish(event: MainEvent): void;
  showNotice(notice: Notice): void;
  /** The absolute path of the open workspace, "" without one. */
  workspacePath(): string;
  savedModel(): string | undefined;
  saveModel(model: string): void | Promise<void>;
  /** A person's action lets a provider ask for its key again. */
  personActed(extensionId: string, providerId: string): void;
  /** The tools of the extensions that are enabled, running or not. */
  tools(): readonly ContributedTool[];
  /** Runs a tool in its extension, whose answer is not checked yet. A person has allowed it. */
  runTool(tool: ContributedTool, input: unknown, signal: AbortSignal): Promise<unknown>;
  readonly limits?: Partial<CompletionLimits>;
  readonly retryLimits?: Partial<RetryLimits>;
}

export type AgentService = RendererApi['agent'] & {
  /** An extension was (re)activated: what it said of its models may hold no more. */
  extensionActivated(extensionId: string): void;
  /** Ends running answers, keeping their text, and writes what is pending. */
  close(): Promise<void>;
};

/** What is to be answered. */
interface Prompt {
  readonly hasImages: boolean;
  /** Adds it to the thread, unless it is there; called only when the answer can begin. */
  id(): string;
}

export function createAgentService(deps: AgentServiceDeps): AgentService {
  const { registry, threads } = deps;
  /** The thread that a workspace shows. */
  const shown = new Map<string, Promise<OpenThread>>();
  const open = new Map<string, OpenThread>();
  const approvals = createToolApprovals();
  const caches = createCacheConfigurations();
  const meter = createContextMeter({
    registry,
    savedModel: () => deps.savedModel(),
    offered: (model) => offerTools(deps.tools(), model),
  });
  let choosing = new AbortController();

  async function load(workspace: string): Promise<OpenThread> {
    const file = await threads.last(workspace).catch((error: Error) => {
      deps.showNotice({
        id: 'thread-unreadable',
        severity: 'warning',
        text: `The last conversation could not be read (${error.message}). Its file is unchanged; this is a new one.`,
        actions: [],
      });
      return null;
    });
    if (file && file.unreadable > 0) {
      const lines =
        file.unreadable === 1
          ? 'One line of this conversation could not be read. It is kept'
          : `${file.unreadable} lines of this conversation could not be read. They are kept`;
      deps.showNotice({
        id: `thread-lines-unreadable:${file.id}`,
        severity: 'warning',
        text: `${lines} in ${file.path}.`,
        actions: [],
      });
    }
    return hold(openThread(file ?? threads.create(workspace), deps.publish));
  }

  function hold(thread: OpenThread): OpenThread {
    open.set(thread.id, thread);
    void meter.measure(thread);
    return thread;
  }

  function current(): Promise<OpenThread> {
    const workspace = deps.workspacePath();
    let thread = shown.get(workspace);
    if (!thread) {
      thread = load(workspace);
      shown.set(workspace, thread);
    }
    return thread;
  }

  /** A new thread in the place of one that says something; its running answer is stopped. */
  function successor(before: OpenThread): OpenThread {
    if (before.entries.length === 0) return before;
    const { running } = before;
    running?.controller.abort();
    open.delete(before.id);
    approvals.forget(before.id);
    void Promise.resolve(running?.done).then(() => before.close());
    return hold(openThread(threads.create(before.workspace), deps.publish));
  }

  /** The saved model, ready to answer; the credential dialog may appear. */
  async function readyModel(signal: AbortSignal): Promise<Result<FoundModel>> {
    const model = deps.savedModel();
    if (model === undefined) return fail('model-missing', 'No model is chosen. Your text is kept.');
    const found = registry.find(model);
    if (!found.ok) return found;
    deps.personActed(found.value.ref.extensionId, found.value.ref.providerId);
    if (found.value.isAuthenticated) return found;
    const resolved = await registry.resolve(model, signal);
    if (!resolved.ok) return resolved;
    if (resolved.value !== model) await deps.saveModel(resolved.value);
    return registry.find(resolved.value);
  }

  /**
   * Does one thing in a thread, which Stop ends.
   * @param begin resolves when it is clear whether it can be done; what goes on after that is in `answer`
   */
  async function claim(
    thread: OpenThread,
    begin: (running: Running) => Promise<Result<{ answer: Promise<void> } | null>>,
  ): Promise<Result<null>> {
    if (thread.running) return fail('answer-running', 'An answer is still being written. Your text is kept.');
    const running: Running = {
      controller: new AbortController(),
      retryWait: createRetryWait(),
      done: Promise.resolve(),
    };
    // Claimed before the first wait, so that two sends never become two answers.
    thread.running = running;
    const release = () => {
      if (thread.running === running) thread.running = null;
    };
    const begun = begin(running);
    running.done = begun
      .then((result) => (result.ok ? result.value?.answer : undefined))
      .catch(() => {})
      .finally(release);
    let isAnswering = false;
    try {
      const result = await begun;
      isAnswering = result.ok && result.value !== null;
      return result.ok ? ok(null) : result;
    } finally {
      if (!isAnswering) release();
    }
  }

  async function answer(
    thread: OpenThread,
    { controller: { signal }, retryWait }: Running,
    prompt: Prompt,
  ): Promise<Result<{ answer: Promise<void> }>> {
    const model = await readyModel(signal);
    if (!model.ok) return model;
    const { info, ref, handle } = model.value;
    if (prompt.hasImages && !info?.capabilities.supportsImages) {
      const message = `${info?.name ?? ref.modelId} takes no images. Remove them, or choose a model that takes them.`;
      return fail('invalid-request', message, { extensionId: handle.manifest.id });
    }
    if (signal.aborted) return fail('cancelled', 'It was stopped. Your text is kept.');
    const promptId = prompt.id();
    const offered = offerTools(deps.tools(), info);
    const turn = runTurn({
      model: model.value,
      promptId,
      request: buildRequest(foldThread(thread.entries), promptId, info, offered),
      tools: {
        offered,
        isAllowed: (tool) => approvals.isAllowed(thread.id, tool),
        ask: (toolUseId, tool, stop) => approvals.ask(thread.id, toolUseId, tool, stop),
        run: deps.runTool,
      },
      append(entries) {
        thread.append(entries);
        if (entries.some(({ kind }) => kind === 'answer-usage')) meter.noteUsage(thread);
      },
      setActivity: thread.setActivity,
      cacheOf: () => caches.of(model.value, signal),
      countedTokens: () => (thread.context?.source === 'estimate' ? 0 : (thread.context?.tokens ?? 0)),
      retryLimits: { ...retryLimits, ...deps.retryLimits },
      retryWait,
      signal,
      limits: deps.limits,
    });
    return ok({ answer: turn.then(() => void meter.measure(thread)) });
  }

  const newPrompt = (thread: OpenThread, text: string, images: readonly PromptImage[] = []): Prompt => ({
    hasImages: images.length > 0,
    id() {
      const id = randomUUID();
      thread.append([{ kind: 'prompt', id, at: Date.now(), text, ...(images.length > 0 && { images: [...images] }) }]);
      return id;
    },
  });

  const notOpen = () => fail('invalid-request', 'This conversation is not open any more. Your text is kept.');

  return {
    providers: async () => [...registry.providers()],
    async chooseModel(model) {
      choosing.abort();
      choosing = new AbortController();
      const ref = parseModelRef(model);
      if (ref) deps.personActed(ref.extensionId, ref.providerId);
      const chosen = await registry.resolve(model, choosing.signal);
      if (!chosen.ok) return chosen;
      await deps.saveModel(chosen.value);
      for (const thread of open.values()) void meter.measure(thread);
      return chosen;
    },
    thread: async () => (await current()).snapshot(),
    async newThread() {
      const before = current();
      // Set before the first wait, so that asking twice in a row makes one thread.
      const next = before.then(successor);
      shown.set(deps.workspacePath(), next);
      return (await next).snapshot();
    },
    async send(threadId, text, images = []) {
      const thread = open.get(threadId);
      if (!thread) return notOpen();
      const isEmpty = text.trim() === '';
      if (isEmpty && images.length === 0) return fail('invalid-request', 'There is nothing to send yet.');
      return claim(thread, (running) => answer(thread, running, newPrompt(thread, isEmpty ? '' : text, images)));
    },
    async stop(threadId) {
      const running = open.get(threadId)?.running;
      running?.controller.abort();
      await running?.done;
    },
    async retry(threadId) {
      const thread = open.get(threadId);
      if (!thread) return notOpen();
      const prompt = thread.entries.findLast((entry) => entry.kind === 'prompt');
      if (!prompt) return fail('invalid-request', 'There is no prompt to answer yet.');
      const hasImages = prompt.images !== undefined;
      return claim(thread, (running) => answer(thread, running, { hasImages, id: () => prompt.id }));
    },
    retryNow: async (threadId) => open.get(threadId)?.running?.retryWait.end(),
    async runSlashCommand(threadId, extensionId, id, argument) {
      const thread = open.get(threadId);
      if (!thread) return notOpen();
      return claim(thread, async (running) => {
        const ran = await runSlashCommand(deps, extensionId, id, argument, running.controller.signal);
        if (!ran.ok) return ran;
        const { result, typed: command, extensionName } = ran.value;
        if ('prompt' in result) return answer(thread, running, newPrompt(thread, result.prompt));
        const text = result.reply;
        thread.append([{ kind: 'command-reply', id: randomUUID(), at: Date.now(), command, extensionName, text }]);
        return ok(null);
      });
    },
    decideTool: async (threadId, toolUseId, decision) => approvals.decide(threadId, toolUseId, decision),
    extensionActivated: caches.forget,
    async close() {
      choosing.abort();
      const all = [...open.values()];
      for (const { running } of all) running?.controller.abort(new AnswerAbort(endOfApp));
      await Promise.all(
        all.map(async (thread) => {
          await thread.running?.done;
          await thread.close();
        }),
      );
      await threads.close();
    },
  };
}
