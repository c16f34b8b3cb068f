import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Notice } from '../../shared/contract/host-state.ts';
import { parseModelRef } from '../../shared/contract/provider.ts';
import type { MainEvent, RendererApi } from '../../shared/contract/renderer-api.ts';
import type { PromptImage } from '../../shared/contract/thread.ts';
import type { ProviderRegistry } from '../providers/provider-registry.ts';
import { createAutoTitles } from './auto-titles.ts';
import { claimThread } from './claim-thread.ts';
import { createContextMeter } from './context-meter.ts';
import { createDeletedThreads } from './deleted-threads.ts';
import { offerTools } from './offered-tools.ts';
import { endOfApp, type OpenThread } from './open-thread.ts';
import { createPromptAnswers, type Prompt, type PromptAnswersDeps } from './prompt-answers.ts';
import { runSlashCommand, type SlashCommandCalls } from './slash-command.ts';
import { createThreadIndex } from './thread-index.ts';
import type { ThreadLog } from './thread-log.ts';
import { createThreadService, type ThreadServiceDeps } from './thread-service.ts';
import { createThreadShelf } from './thread-shelf.ts';
import { createToolApprovals } from './tool-approvals.ts';
import { AnswerAbort } from './turn-loop.ts';

export interface AgentServiceDeps
  extends SlashCommandCalls,
    Omit<PromptAnswersDeps, 'registry' | 'approvals' | 'meter' | 'onAnswered'>,
    Pick<ThreadServiceDeps, 'pickSaveFile' | 'showFile'> {
  readonly registry: ProviderRegistry;
  readonly threads: ThreadLog;
  publish(event: MainEvent): void;
  showNotice(notice: Notice): void;
  /** The absolute path of the open workspace, "" without one. */
  workspacePath(): string;
  /** Whether a model may be asked for the titles of threads. */
  autoTitles(): boolean;
  /** What only the log is told. */
  debug(text: string): void;
}

export type AgentService = RendererApi['agent'] & {
  readonly threads: RendererApi['threads'];
  /** An extension was (re)activated: what it said of its models may hold no more. */
  extensionActivated(extensionId: string): void;
  /** Ends running answers, keeping their text, and writes what is pending. */
  close(): Promise<void>;
};

export function createAgentService(deps: AgentServiceDeps): AgentService {
  const { registry, threads, publish } = deps;
  const approvals = createToolApprovals();
  const meter = createContextMeter({
    registry,
    savedModel: () => deps.savedModel(),
    offered: (model) => offerTools(deps.tools(), model),
  });
  const index = createThreadIndex(threads, ({ message }) => deps.debug(`The index of threads: ${message}`));
  const shelf = createThreadShelf({
    threads,
    index,
    publish,
    showNotice: deps.showNotice,
    workspacePath: deps.workspacePath,
    onShown(thread) {
      if (thread.context === null) void meter.measure(thread);
    },
    onChanged: () => service.changed(),
  });
  const titles = createAutoTitles({ registry, shelf, isOn: deps.autoTitles, debug: deps.debug });
  const deleted = createDeletedThreads(threads);
  const service = createThreadService({
    threads,
    index,
    shelf,
    deleted,
    publish,
    workspacePath: deps.workspacePath,
    isAsking: approvals.isAsking,
    forget(threadId) {
      titles.cancel(threadId);
      approvals.forget(threadId);
    },
    pickSaveFile: deps.pickSaveFile,
    showFile: deps.showFile,
  });
  const { changed: _changed, close: _close, ...threadGroup } = service;
  const answers = createPromptAnswers({
    ...deps,
    approvals,
    meter,
    onAnswered(thread) {
      void meter.measure(thread);
      titles.answered(thread);
    },
  });
  let choosing = new AbortController();
  let isClosed = false;
  void deleted.purge();

  /** In a thread that is open, or is opened for it. */
  async function inThread(
    threadId: string,
    begin: (thread: OpenThread) => Promise<Result<null>>,
  ): Promise<Result<null>> {
    const notOpen = () => fail('invalid-request', 'This conversation is not open any more. Your text is kept.');
    const use = async (thread: OpenThread) => (isClosed ? null : begin(thread));
    // A file that cannot be read is told where it is opened.
    return (await shelf.use(threadId, use).catch(() => null)) ?? notOpen();
  }

  const claim = (thread: OpenThread, begin: Parameters<typeof claimThread>[1]): Promise<Result<null>> =>
    claimThread(thread, begin, () => {
      shelf.settle(thread);
      service.changed();
    });

  const newPrompt = (thread: OpenThread, text: string, images: readonly PromptImage[] = []): Prompt => ({
    hasImages: images.length > 0,
    id() {
      const id = randomUUID();
      thread.append([{ kind: 'prompt', id, at: Date.now(), text, ...(images.length > 0 && { images: [...images] }) }]);
      return id;
    },
  });

  return {
    threads: threadGroup,
    providers: async () => [...registry.providers()],
    async chooseModel(model) {
      choosing.abort();
      choosing = new AbortController();
      const ref = parseModelRef(model);
      if (ref) deps.personActed(ref.extensionId, ref.providerId);
      const chosen = await registry.resolve(model, choosing.signal);
      if (!chosen.ok) return chosen;
      await deps.saveModel(chosen.value);
      for (const thread of shelf.open()) void meter.measure(thread);
      return chosen;
    },
    thread: async () => (await shelf.shown()).snapshot(),
    newThread: async () => (await shelf.showNew()).snapshot(),
    async send(threadId, text, images = []) {
      const isEmpty = text.trim() === '';
      if (isEmpty && images.length === 0) return fail('invalid-request', 'There is nothing to send yet.');
      return inThread(threadId, (thread) =>
        claim(thread, (running) => answers.answer(thread, running, newPrompt(thread, isEmpty ? '' : text, images))),
      );
    },
    async stop(threadId) {
      const running = shelf.get(threadId)?.running;
      running?.controller.abort();
      await running?.done;
    },
    retry: (threadId) =>
      inThread(threadId, async (thread) => {
        const prompt = thread.entries.findLast((entry) => entry.kind === 'prompt');
        if (!prompt) return fail('invalid-request', 'There is no prompt to answer yet.');
        const hasImages = prompt.images !== undefined;
        return claim(thread, (running) => answers.answer(thread, running, { hasImages, id: () => prompt.id }));
      }),
    retryNow: async (threadId) => shelf.get(threadId)?.running?.retryWait.end(),
    runSlashCommand: (threadId, extensionId, id, argument) =>
      inThread(threadId, (thread) =>
        claim(thread, async (running) => {
          const ran = await runSlashCommand(deps, extensionId, id, argument, running.controller.signal);
          if (!ran.ok) return ran;
          const { result, typed: command, extensionName } = ran.value;
          if ('prompt' in result) return answers.answer(thread, running, newPrompt(thread, result.prompt));
          const text = result.reply;
          thread.append([{ kind: 'command-reply', id: randomUUID(), at: Date.now(), command, extensionName, text }]);
          return ok(null);
        }),
      ),
    decideTool: async (threadId, toolUseId, decision) => approvals.decide(threadId, toolUseId, decision),
    extensionActivated: answers.extensionActivated,
    async close() {
      isClosed = true;
      choosing.abort();
      service.close();
      const all = shelf.open();
      for (const { running } of all) running?.controller.abort(new AnswerAbort(endOfApp));
      await Promise.all(all.map(({ running }) => running?.done));
      await titles.close();
      await shelf.close();
      await Promise.all([threads.close(), index.close()]);
    },
  };
}
