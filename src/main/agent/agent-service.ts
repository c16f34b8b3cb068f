import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Notice } from '../../shared/contract/extensions/host-state.ts';
import { entryEvents } from '../../shared/contract/extensions/thread-events.ts';
import type { MainEvent, RendererApi } from '../../shared/contract/renderer-api.ts';
import type { ThreadLimit } from '../../shared/contract/thread.ts';
import { messageText } from '../../shared/typed-shell.ts';
import type { AgentServers, ServedThreads } from '../agent-servers/agent-servers.ts';
import type { MentionResolver } from '../context/resolve-mentions.ts';
import type { ProviderRegistry } from '../providers/provider-registry.ts';
import { createReadyModel } from '../providers/ready-model.ts';
import type { ToolHost } from '../tools/tool-host.ts';
import { type AgentMethods, createAgentMethods } from './agent-methods.ts';
import { createEntryEvents } from './events/entry-events.ts';
import { mayFork } from './events/held-back.ts';
import { createContextMeter } from './request/context-meter.ts';
import { createThreadBriefs, type ThreadBriefDeps } from './request/thread-brief.ts';
import { createUnknownTools } from './request/unknown-tools.ts';
import { annotateThread } from './threads/annotate-thread.ts';
import { createAskingElsewhere } from './threads/asking-elsewhere.ts';
import { createAutoTitles } from './threads/auto-titles.ts';
import { type Begin, claimThread } from './threads/claim-thread.ts';
import { createKeptSessions } from './threads/kept-sessions.ts';
import { noteAnswerer } from './threads/note-answerer.ts';
import { endOfApp, type OpenThread } from './threads/open-thread.ts';
import { createThreadPrompts } from './threads/prompts/thread-prompts.ts';
import { createThreadQueue } from './threads/prompts/thread-queue.ts';
import { createThreadVersions } from './threads/prompts/thread-versions.ts';
import { createDeletedThreads } from './threads/storage/deleted-threads.ts';
import { createDraftStore } from './threads/storage/draft-store.ts';
import { createOpeningMark } from './threads/storage/opening-mark.ts';
import { createThreadIndex } from './threads/storage/thread-index.ts';
import type { ThreadLog } from './threads/storage/thread-log.ts';
import { createChildThreads } from './threads/tasks/child-threads.ts';
import { createSharedBudgets } from './threads/tasks/shared-budgets.ts';
import { createThreadCache, isUnused } from './threads/thread-cache.ts';
import { createThreadSetups, type ThreadSetupsDeps } from './threads/thread-setups.ts';
import { createThreadSwitches } from './threads/thread-switches.ts';
import { createThreadsForExtensions, type ThreadsForExtensions } from './threads/threads-for-extensions.ts';
import { createWorkspaceThreads, type WorkspaceThreadsDeps } from './threads/workspace-threads.ts';
import { createModelChoice, type ModelChoiceDeps } from './turns/model-choice.ts';
import { createPauses } from './turns/pauses.ts';
import { createPromptAnswers, type PromptAnswersDeps } from './turns/prompt-answers.ts';
import type { PromptToAnswer } from './turns/prompt-to-answer.ts';
import { createShellCommands, type ShellCommandsDeps } from './turns/run-shell-command.ts';
import { runSlashCommand, type SlashCommandCalls } from './turns/slash-command.ts';
import { AnswerAbort } from './turns/turn-loop.ts';

export interface AgentServiceDeps
  extends SlashCommandCalls,
    Omit<
      PromptAnswersDeps,
      | 'registry'
      | 'callsOf'
      | 'resolveMentions'
      | 'pauses'
      | 'setups'
      | 'brief'
      | 'budgets'
      | 'meter'
      | 'onUnknownTools'
      | 'onAnswered'
      | 'agentServers'
    >,
    ThreadBriefDeps,
    Pick<ThreadSetupsDeps, 'savedModel' | 'findAgent'>,
    Pick<ModelChoiceDeps, 'agentCatalog'>,
    Pick<WorkspaceThreadsDeps, 'pickSaveFile' | 'showFile'>,
    Pick<ShellCommandsDeps, 'shell'> {
  readonly registry: ProviderRegistry;
  readonly toolHost: Pick<ToolHost, 'decide' | 'isAsking' | 'forget' | 'runOwn'> & Pick<PromptAnswersDeps, 'callsOf'>;
  readonly resolveMentions: MentionResolver;
  /** The agent servers, for the threads of this service. */
  agentServers(threads: ServedThreads): AgentServers;
  readonly threads: ThreadLog;
  publish(event: MainEvent): void;
  showNotice(notice: Notice, act?: () => void): void;
  openFolder(path: string): void;
  withdrawNotice(id: string): void;
  /** The absolute path of the open workspace, "" without one. */
  workspacePath(): string;
  /** The words of a prompt, as the person typed them. */
  personTyped(text: string): void;
  /** Whether a model may be asked for the titles of threads. */
  autoTitles(): boolean;
  /** The limit of new threads. */
  threadLimit(): ThreadLimit;
  /** Text of a prompt template, with the words typed after its name filled in. */
  expandTemplate(templateId: string, argument: string): Promise<Result<string>>;
  /** A thread that was deleted is gone for good. */
  onPurged(threadId: string): void;
  /** Messages for the log only. */
  debug(text: string): void;
}

export type AgentService = RendererApi['agent'] & {
  readonly agents: AgentMethods;
  readonly threads: RendererApi['threads'];
  readonly forExtensions: ThreadsForExtensions;
  /** An extension was (re)activated: what it said of its models may hold no more. */
  extensionActivated(extensionId: string): void;
  /** Ends running answers, keeping their text, and writes what is pending. */
  close(): Promise<void>;
};

export function createAgentService(deps: AgentServiceDeps): AgentService {
  const { registry, threads, publish, toolHost, events } = deps;
  const pauses = createPauses(() => changed());
  const budgets = createSharedBudgets();
  const setups = createThreadSetups(deps);
  const brief = createThreadBriefs(deps);
  const meter = createContextMeter({
    ...deps,
    ...{ setups, brief },
    agentUse(threadId) {
      const usage = agentServers.stateOf(threadId)?.usage;
      return usage ? { tokens: usage.used, limit: usage.size, source: 'usage' } : null;
    },
  });
  const index = createThreadIndex(threads, ({ message }) => deps.debug(`The index of threads: ${message}`));
  const opening = createOpeningMark(threads);
  const cache = createThreadCache({
    threads,
    index,
    opening,
    publish,
    showNotice: deps.showNotice,
    workspacePath: deps.workspacePath,
    followerOf(threadId) {
      const tell = createEntryEvents({
        hears: events.isHeard,
        tell: (name, event) => events.tell(name, threadId, event),
      });
      return (thread, entries) => {
        if (entryEvents.some(deps.events.isHeard)) tell(entries, thread.view);
        children.added(thread, entries);
      };
    },
    onShown(thread) {
      if (thread.context === null) void meter.measure(thread);
      agentServers.shown();
    },
    onChanged: () => changed(),
  });
  const agentServers = deps.agentServers({
    hold: (threadId, until) => void cache.use(threadId, async () => until).catch(() => {}),
    isShown: (threadId) => cache.isShown(threadId),
    onAsking: () => changed(),
  });
  const isAsking = (threadId: string) =>
    toolHost.isAsking(threadId) || pauses.isAsking(threadId) || agentServers.isAsking(threadId);
  const tellElsewhere = createAskingElsewhere({ ...deps, threads: cache.open, isAsking });
  function changed(): void {
    service.changed();
    tellElsewhere();
  }
  const titles = createAutoTitles({ registry, cache, isOn: deps.autoTitles, debug: deps.debug });
  const drafts = createDraftStore(threads, ({ message }) => deps.debug(`A draft: ${message}`));
  const deleted = createDeletedThreads(threads, (threadId) => {
    void drafts.keep(threadId, '', []);
    deps.onPurged(threadId);
  });
  const service = createWorkspaceThreads({
    threads,
    index,
    cache,
    deleted,
    drafts,
    publish,
    workspacePath: deps.workspacePath,
    isAsking,
    forget(threadId) {
      children.endOf(threadId);
      titles.cancel(threadId);
      toolHost.forget(threadId);
      pauses.forget(threadId);
      agentServers.forget(threadId);
    },
    pickSaveFile: deps.pickSaveFile,
    showFile: deps.showFile,
  });
  const answers = createPromptAnswers({
    ...deps,
    agentServers,
    callsOf: toolHost.callsOf,
    resolveMentions: (text, options) => deps.resolveMentions(text, { ...options, readThread: service.read }),
    pauses,
    setups,
    meter,
    brief,
    budgets,
    onUnknownTools: createUnknownTools(deps),
    onAnswered(thread) {
      void meter.measure(thread);
      titles.answered(thread);
    },
  });
  const prompts = createThreadPrompts(deps.threadLimit);
  const queue = createThreadQueue({ prompts, claim, answer: answers.answer, showNotice: deps.showNotice });
  const versions = createThreadVersions({ prompts, answer, onShown: (thread) => void meter.measure(thread) });
  const switches = createThreadSwitches({ cache, events });
  const shellCommand = createShellCommands({ ...deps, runOwn: toolHost.runOwn });
  const children = createChildThreads({
    cache,
    setups,
    prompts,
    budgets,
    workspacePath: deps.workspacePath,
    tools: deps.tools,
    readyModel: createReadyModel({ registry: () => registry, chosen: deps.savedModel }),
    answer,
    async discard(threadId) {
      agentServers.forget(threadId);
      await cache.takeAway(threadId);
      await deleted.take(threadId);
      index.forget(threadId);
    },
  });
  const nameOf = (model: string): string => {
    const agent = agentServers.usable(model);
    if (agent.ok) return agent.value.name;
    const found = registry.find(model);
    return found.ok ? (found.value.info?.name ?? found.value.ref.modelId) : model;
  };
  const models = createModelChoice({
    ...deps,
    async onChosen(model, previous, threadId) {
      if (threadId !== undefined) {
        await cache.use(threadId, async (thread) => {
          // One in which nothing was said goes by what is chosen for new ones.
          if (!isUnused(thread)) noteAnswerer(thread, { model, modelName: nameOf(model) });
        });
      }
      for (const thread of cache.open()) void meter.measure(thread);
      if (model === previous || !events.isHeard('model_select')) return;
      void cache.shown().then(({ id }) => events.tell('model_select', id, { model, previous }));
    },
  });
  let isClosed = false;
  void deleted.purge();

  const notOpen = () => fail('invalid-request', 'This thread is no longer open. Your text is kept.');

  /** In a thread that is open, or is opened for it. */
  async function inThread(
    threadId: string,
    begin: (thread: OpenThread) => Promise<Result<null>> | Result<null>,
  ): Promise<Result<null>> {
    const use = async (thread: OpenThread) => (isClosed ? null : begin(thread));
    // A file that cannot be read is told where it is opened.
    return (await cache.use(threadId, use).catch(() => null)) ?? notOpen();
  }

  async function claim(thread: OpenThread, begin: Begin): Promise<Result<null>> {
    // Asked again: what was to begin may have waited for the end of something.
    if (isClosed) return notOpen();
    return claimThread(thread, begin, {
      begun: service.changed,
      over(wentWell) {
        // Before it may be closed.
        if (wentWell) queue.sendNext(thread);
        cache.settle(thread);
        changed();
      },
    });
  }

  /** @param fork the prompt that gets another version by it, of which extensions are asked */
  function answer(thread: OpenThread, prompt: PromptToAnswer, fork?: string): Promise<Result<null>> {
    return claim(thread, async (running) => {
      const may = fork === undefined ? ok(null) : await mayFork(events, thread, fork, running.controller.signal);
      if (!may.ok) return may;
      return answers.answer(thread, running, prompt);
    });
  }

  return {
    threads: {
      ...service.group,
      open: (id, have, isForced = false) => switches.goTo(id, isForced, async () => service.group.open(id, have)),
    },
    agents: createAgentMethods({
      agentServers,
      setups,
      folder: () => deps.workspacePath() || null,
      openSession: createKeptSessions({
        ...{ agentServers, cache, index, service, switches },
        workspacePath: deps.workspacePath,
      }),
      inThread,
    }),
    forExtensions: createThreadsForExtensions({
      cache,
      told: answers.toldIn,
      rename: service.group.rename,
      spawn: children.spawn,
    }),
    providers: async () => [...registry.providers()],
    chooseModel: models.choose,
    async thread(isFirst) {
      const shown = await (isFirst ? cache.first() : cache.shown());
      tellElsewhere();
      switches.shown(shown);
      return service.snapshotOf(shown);
    },
    threadDrawn: opening.end,
    newThread: (isForced = false) =>
      switches.goTo(null, isForced, async () => ok(await service.snapshotOf(await cache.showNew()))),
    async send(threadId, { id, text: typed, images = [], replaces, isForced = false }) {
      const text = messageText(typed);
      const isEmpty = text.trim() === '';
      if (isEmpty && images.length === 0) return fail('invalid-request', 'There is nothing to send yet.');
      deps.personTyped(text);
      const said = isEmpty ? '' : text;
      return inThread(threadId, (thread) => {
        const { turns, branches, queue: waiting, replies } = thread.view;
        const isThere =
          [...turns, ...branches].some(({ promptId }) => promptId === id) ||
          [...waiting, ...replies].some((each) => each.id === id);
        if (isThere) return ok(null);
        const prompt = { id, text: said, images };
        if (replaces !== undefined) return versions.edit(thread, replaces, prompt, isForced);
        if (!thread.running) return queue.send(thread, prompt);
        queue.add(thread, prompt);
        return ok(null);
      });
    },
    keepDraft: drafts.keep,
    async stop(threadId) {
      const running = cache.get(threadId)?.running;
      if (!running) return agentServers.stop(threadId);
      running.controller.abort();
      await running.done;
    },
    editQueued(threadId, id, text, images) {
      deps.personTyped(text);
      return inThread(threadId, (thread) => queue.edit(thread, id, text, images));
    },
    orderQueue: (threadId, ids) => inThread(threadId, (thread) => queue.order(thread, ids)),
    sendQueuedNow: (threadId, id) => inThread(threadId, (thread) => queue.sendNow(thread, id)),
    regenerate: (threadId, promptId, isForced = false) =>
      inThread(threadId, (thread) => versions.regenerate(thread, promptId, isForced)),
    continueAnswer: (threadId) => inThread(threadId, versions.continueAnswer),
    showBranch: (threadId, promptId) => inThread(threadId, (thread) => versions.show(thread, promptId)),
    retry: (threadId) => inThread(threadId, versions.retry),
    annotate: (threadId, entryId, change) => inThread(threadId, (thread) => annotateThread(thread, entryId, change)),
    setLimit: (threadId, limit) =>
      inThread(threadId, (thread) => {
        thread.append([{ kind: 'limit', at: Date.now(), ...limit }]);
        return ok(null);
      }),
    chooseAgent: (threadId, name) =>
      inThread(threadId, async (thread) => {
        const chosen = await setups.choose(thread, name);
        if (chosen.ok) void meter.measure(thread);
        return chosen;
      }),
    answerPause: async (threadId, goesOn, limit) => pauses.answer(threadId, goesOn, limit),
    compact: (threadId, instructions) =>
      inThread(threadId, (thread) => claim(thread, (running) => answers.compact(thread, running, instructions))),
    runTemplate: (threadId, templateId, argument) =>
      inThread(threadId, (thread) =>
        claim(thread, async (running) => {
          const said = await deps.expandTemplate(templateId, argument);
          if (!said.ok) return said;
          return answers.answer(thread, running, prompts.fresh(thread, said.value, { typed: argument }));
        }),
      ),
    showRequest: (threadId, { text: typed, templateId, ...draft }) =>
      inThread(threadId, async (thread) => {
        const said = templateId === undefined ? ok(typed) : await deps.expandTemplate(templateId, typed);
        if (!said.ok) return said;
        const shown = await answers.requestText(thread, { ...draft, text: said.value, typed });
        return shown.ok ? service.showText(threadId, `${shown.value.title}.md`, shown.value.text) : shown;
      }),
    retryNow: async (threadId) => cache.get(threadId)?.running?.retryWait.end(),
    runSlashCommand: (threadId, extensionId, id, argument) =>
      inThread(threadId, (thread) =>
        claim(thread, async (running) => {
          const ran = await runSlashCommand(deps, extensionId, id, argument, thread.id, running.controller.signal);
          if (!ran.ok) return ran;
          const { result, typed: command, extensionName } = ran.value;
          if ('prompt' in result) {
            return answers.answer(thread, running, prompts.fresh(thread, result.prompt, { typed: '' }));
          }
          const text = result.reply;
          thread.append([{ kind: 'command-reply', id: randomUUID(), at: Date.now(), command, extensionName, text }]);
          return ok(null);
        }),
      ),
    runInShell: (threadId, command, isTold) =>
      inThread(threadId, (thread) => claim(thread, shellCommand(thread, { command, isTold }))),
    decideTool: async (...answer) => toolHost.decide(...answer),
    extensionActivated(extensionId) {
      answers.extensionActivated(extensionId);
      switches.activated(extensionId);
    },
    async close() {
      isClosed = true;
      models.close();
      switches.close();
      service.close();
      // Before answers end: what waits for its turn does not begin.
      await children.close();
      const all = cache.open();
      for (const { running } of all) running?.controller.abort(new AnswerAbort(endOfApp));
      await Promise.all(all.map(({ running }) => running?.done));
      await agentServers.close();
      await titles.close();
      await cache.close();
      await Promise.all([threads.close(), index.close(), drafts.close(), opening.end()]);
    },
  };
}
