import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { fail, ok, toFailure } from '../../shared/contract/errors.ts';
import type { Notice } from '../../shared/contract/extensions/host-state.ts';
import type { ContextUse, ModelCapabilities } from '../../shared/contract/provider.ts';
import type { EffectDecision } from '../../shared/contract/question.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { type SetSizeLimits, sizeLimitsOf } from '../../shared/contract/size-limits.ts';
import type { AnswerActivity, PromptContext, ThreadLimit, ThreadSnapshot } from '../../shared/contract/thread.ts';
import type { AnswerPart, AnswerView } from '../../shared/contract/thread-view.ts';
import type { ContributedTool, ToolDecision } from '../../shared/contract/tool.ts';
import { foldThread } from '../../shared/thread/fold-thread.ts';
import { type AgentServersDeps, createAgentServers } from '../agent-servers/agent-servers.ts';
import { noAgents } from '../agent-servers/no-agents.fixture.ts';
import type { Skill } from '../context/roots/skills.ts';
import type { Rules } from '../context/rules.ts';
import { usualDeadlines } from '../deadlines.ts';
import {
  forever,
  type MemoryBehaviour,
  memoryExtension,
  model,
  nothingKept,
} from '../providers/memory-extension.fixture.ts';
import { createProviderRegistry } from '../providers/provider-registry.ts';
import { toolOf } from '../tools/called-tool.fixture.ts';
import { createPersonShell } from '../tools/commands/person-shell.ts';
import { toolHostOf } from '../tools/tool-host.fixture.ts';
import { type AgentService, type AgentServiceDeps, createAgentService } from './agent-service.ts';
import { asPrompt } from './as-prompt.fixture.ts';
import { noThreadEvents, type ThreadEvents } from './events/thread-events.ts';
import { createThreadLog } from './threads/storage/thread-log.ts';
import type { AgentSetup } from './threads/thread-setups.ts';
import type { RetryLimits } from './turns/retry-policy.ts';

interface Offers
  extends Pick<AgentServiceDeps, 'tools' | 'slashCommands' | 'slashCommand' | 'expandTemplate'>,
    Partial<Pick<AgentServiceDeps, 'resolveMentions'>> {
  runTool(tool: ContributedTool, input: unknown, signal: AbortSignal): Promise<unknown>;
}

const nothing: Offers = {
  tools: () => [],
  runTool: () => Promise.reject(new Error('no tool')),
  slashCommands: () => [],
  slashCommand: () => Promise.reject(new Error('no command')),
  expandTemplate: async () => fail('invalid-request', 'There is no such template.'),
};

/** The surroundings of an agent service: a folder of its own, one extension named `good`, and the messages to main. */
export interface AgentSetting {
  /** Removed after each test; the threads are in `threads` below it. */
  folder: string;
  workspace: string;
  saved: string | undefined;
  events: MainEvent[];
  notices: Notice[];
  acted: string[];
  /** Contributions of the extensions besides the model; none at first. */
  offers: Offers;
  retryLimits: Partial<RetryLimits>;
  autoTitles: boolean;
  /** The limit of new threads. */
  threadLimit: ThreadLimit;
  /** Bytes that are read of a long thread; undefined: as in the app. */
  maxRead: number | undefined;
  /** Those that the person has set. */
  sizeLimits: SetSizeLimits;
  /** Contexts to which the mentions of a prompt resolve. */
  mentioned: PromptContext[];
  /** The texts whose mentions were looked up. */
  lookedUp: { readonly text: string; readonly isTyped: boolean }[];
  /** Kinds of questions that dialogs asked, and what the person answers. */
  asked: string[];
  dialogAnswer: EffectDecision | null;
  /** Extensions that hear what goes on. */
  threadEvents: ThreadEvents;
  /** None at first. */
  agentServers: AgentServersDeps;
  /** Instructions of the person and the project for every model. */
  rules: Rules[];
  /** Those that models are told of. */
  skills: Skill[];
  /** By their names. */
  agents: Record<string, AgentSetup>;
  /** Messages for the log only. */
  debug: string[];
  /** The threads that are gone for good. */
  purged: string[];
  /** Whether the person trusts the folder. */
  isTrusted: boolean;
  /** Where the person saves a file; null: nowhere. */
  saveTo: string | null;
  /** The names that were suggested for it. */
  suggested: string[];
  /** Files that were opened in the editor. */
  shownFiles: string[];
  /** A service as a start of the app makes it, closed after the test. */
  start(behaviour?: MemoryBehaviour, extensionId?: string): AgentService;
}

const atFirst = (): Omit<AgentSetting, 'folder' | 'start'> => ({
  workspace: '/project',
  saved: 'good:chat/live',
  events: [],
  notices: [],
  acted: [],
  offers: nothing,
  retryLimits: {},
  autoTitles: false,
  threadLimit: {},
  sizeLimits: {},
  maxRead: undefined,
  mentioned: [],
  lookedUp: [],
  asked: [],
  dialogAnswer: null,
  threadEvents: noThreadEvents,
  agentServers: noAgents,
  rules: [],
  skills: [],
  agents: {},
  debug: [],
  purged: [],
  isTrusted: true,
  saveTo: null,
  suggested: [],
  shownFiles: [],
});

/** Makes the setting anew for each test of the file. */
export function agentSetting(): AgentSetting {
  const opened: AgentService[] = [];
  const set: AgentSetting = {
    ...atFirst(),
    folder: '',
    start(behaviour = {}, extensionId = 'good') {
      const extension = memoryExtension(extensionId, behaviour);
      const agent = createAgentService({
        registry: createProviderRegistry({
          kept: nothingKept,
          extensions: () => [extension],
          publish: (event) => set.events.push(event),
          authenticate: (handle, providerId, signal) =>
            handle.call('provider.authenticate', { providerId }, { signal }).then(
              () => ok(null),
              (thrown: unknown) => ({ ok: false, failure: toFailure(thrown) }),
            ),
        }),
        deadlines: usualDeadlines.providers,
        threads: createThreadLog(
          join(set.folder, 'threads'),
          (error) => {
            throw error;
          },
          set.maxRead === undefined ? undefined : { most: set.maxRead, turns: 1000 },
        ),
        publish: (event) => set.events.push(event),
        showNotice: (notice) => set.notices.push(notice),
        openFolder: () => {},
        withdrawNotice: () => {},
        workspacePath: () => set.workspace,
        agentCatalog: set.agentServers.catalog,
        agentServers: (served) =>
          createAgentServers({ ...set.agentServers, publish: (event) => set.events.push(event) }, served),
        savedModel: () => set.saved,
        saveModel: (model) => {
          set.saved = model;
        },
        personTyped: () => {},
        personActed: (extensionId, providerId) => set.acted.push(`${extensionId}:${providerId}`),
        retryLimits: set.retryLimits,
        autoTitles: () => set.autoTitles,
        threadLimit: () => set.threadLimit,
        sizeLimits: () => sizeLimitsOf(set.sizeLimits),
        findAgent: async (name) => set.agents[name] ?? null,
        rules: async () => set.rules,
        events: set.threadEvents,
        skills: async () => set.skills,
        async resolveMentions(text, { isTyped }) {
          set.lookedUp.push({ text, isTyped });
          return set.mentioned;
        },
        debug: (text) => set.debug.push(text),
        onPurged: (threadId) => set.purged.push(threadId),
        async pickSaveFile(suggestedName) {
          set.suggested.push(suggestedName);
          return set.saveTo;
        },
        showFile: (path) => set.shownFiles.push(path),
        shell: createPersonShell({
          isTrusted: async () => set.isTrusted,
          environment: async () => process.env,
          home: set.folder,
        }),
        ...set.offers,
        toolHost: toolHostOf({
          root: () => set.workspace,
          async askInDialog(_asker, { type }, _signal, settle) {
            set.asked.push(type);
            if (set.dialogAnswer !== null) await settle?.(set.dialogAnswer);
            return set.dialogAnswer;
          },
          runTool: (tool, input, _callId, signal) => set.offers.runTool(tool, input, signal),
        }),
      });
      opened.push(agent);
      return agent;
    },
  };
  beforeEach(() => {
    Object.assign(set, atFirst(), { folder: mkdtempSync(join(tmpdir(), 'outrigger-threads-')) });
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((agent) => agent.close()));
    rmSync(set.folder, { recursive: true, force: true });
  });
  return set;
}

export async function answers(agent: AgentService): Promise<readonly AnswerView[]> {
  const { entries } = await agent.thread();
  return foldThread(entries).turns.flatMap((turn) => turn.answers);
}

export const textOf = (answer: AnswerView | undefined): string =>
  answer?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '';

/** The models of a provider whose only model can do something. */
const modelsThat = (abilities: Partial<ModelCapabilities>) => () => {
  const { capabilities } = model('live');
  return [model('live', { isDefault: true, capabilities: { ...capabilities, ...abilities } })];
};
export const modelsWithTools = modelsThat({ supportsTools: true });
export const modelsWithImages = modelsThat({ supportsImages: true });

/** Failures shown of the answers that did not go on, in order. */
export const activities = ({ events }: AgentSetting): (AnswerActivity | null)[] =>
  events.flatMap((event) => (event.type === 'answer-activity' ? [event.activity] : []));

export const tool = (id: string, more: Partial<ContributedTool> = {}): ContributedTool =>
  toolOf(id, { asksByEffect: false, ...more });

export const toolParts = (answer: AnswerView | undefined) =>
  (answer?.parts ?? []).filter((part): part is Extract<AnswerPart, { type: 'tool-use' }> => part.type === 'tool-use');

/** Waits until the calls of the last answer have come to these states. */
export async function statesToBe(agent: AgentService, ...states: string[]): Promise<void> {
  const present = async () => toolParts((await answers(agent)).at(-1)).map(({ run }) => run?.state.type);
  await vi.waitFor(async () => expect(await present()).toEqual(states));
}

/** Decides about a call of the last answer, once it waits for that. */
export async function decide(agent: AgentService, toolUseId: string, decision: ToolDecision): Promise<void> {
  await vi.waitFor(async () => {
    const part = toolParts((await answers(agent)).at(-1)).find(({ toolUse }) => toolUse.id === toolUseId);
    expect(part?.run?.state.type).toBe('waiting');
  });
  await agent.decideTool((await agent.thread()).id, toolUseId, decision);
}

/** The answers, once so many of them have ended. */
export async function ended(agent: AgentService, count = 1): Promise<readonly AnswerView[]> {
  const present = async () => (await answers(agent)).filter(({ end }) => end);
  // Longer than any deadline that an answer waits for.
  await vi.waitFor(async () => expect(await present()).toHaveLength(count), { timeout: 60_000 });
  return answers(agent);
}

/** Waits until the thread is said to take as much of its model's context. */
export async function contextToBe(agent: AgentService, context: Partial<ContextUse> | null): Promise<void> {
  await vi.waitFor(async () => {
    const present = (await agent.thread()).context;
    if (context === null) expect(present).toBeNull();
    else expect(present).toMatchObject(context);
  });
}

/** Says a word, then waits for ever, whatever it is told. */
export const hang = async function* () {
  yield { type: 'text', value: 'so far' };
  await forever();
};

export async function showNew(agent: AgentService): Promise<ThreadSnapshot> {
  const shown = await agent.newThread();
  if (!shown.ok) throw new Error(shown.failure.message);
  return shown.value;
}

/** Sends to the thread that is shown. @returns its id */
export async function send(agent: AgentService, prompt = 'go'): Promise<string> {
  const { id } = await agent.thread();
  expect(await agent.send(id, asPrompt(prompt))).toEqual({ ok: true, value: null });
  return id;
}

/** @returns the id of the thread, whose answer has begun to stream and goes on */
export async function sendAndHang(agent: AgentService): Promise<string> {
  const id = await send(agent);
  await vi.waitFor(async () => expect(textOf((await answers(agent))[0])).toBe('so far'));
  return id;
}
