import { createStore } from 'zustand/vanilla';
import { type Failure, toFailure } from '../../../shared/contract/errors.ts';
import type { DraftedPrompt } from '../../../shared/contract/methods/agent-methods.ts';
import type { MainEvent, RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { Handlers, Subscribe } from '../../../shared/emitter.ts';
import { keepDrafts, type QueueEditing } from '../composer/kept-drafts.ts';
import { createPromptEditing } from '../composer/prompt-editing.ts';
import { createDraftImages, type ReadImage } from '../images/draft-images.ts';
import { createModelChoice } from '../models/model-choice.ts';
import { createQueueRequests } from '../queue/queue-requests.ts';
import {
  type AgentState,
  answererOf,
  type LocalReply,
  type ScrollPlace,
  shownThread,
  type ThreadSession,
} from './agent-state.ts';
import { allTakenBack } from './outgoing-prompts.ts';
import { createSendPrompts } from './send-prompts.ts';
import { createThreadFeed, type ThreadFeedEffects } from './thread-feed.ts';
import { createThreadRequests } from './thread-requests.ts';
import { createThreadSessions, type SessionRef } from './thread-sessions.ts';

/** Events of main for the agent. */
export type AgentHears =
  | 'thread-entries'
  | 'answer-activity'
  | 'context-use'
  | 'providers'
  | 'state'
  | 'workspace'
  | 'command';

export interface AgentEffects extends Pick<ThreadFeedEffects, 'mayBeHeldBack'> {
  readonly api: RendererApi['agent'];
  readonly threads: Pick<RendererApi['threads'], 'open' | 'readAhead'>;
  readonly agents: Pick<RendererApi['agents'], 'openSession'>;
  readonly onEvents: Subscribe<MainEvent>;
  /** Runs a task before the next frame. */
  schedule(task: () => void): void;
  /** Runs a task when the present state is drawn. */
  whenDrawn(task: () => void): void;
  readonly readImage: ReadImage;
  readonly queueEditing: QueueEditing;
  /** Asks a person what has to be asked before a model or an agent is prompted. @returns false: it is not */
  mayPrompt(model: string): Promise<boolean>;
  /** Id of a new prompt. */
  newId(): string;
  /** The draft as it would be sent. */
  asSent(draft: DraftedPrompt): DraftedPrompt;
}

export type Agent = ReturnType<typeof createAgent>;

/**
 * The state of the agent panel and the actions in it.
 * @param model reference of the model that the app remembers
 */
export function createAgent(effects: AgentEffects, model: string | undefined) {
  const { api, threads, onEvents, schedule, whenDrawn, newId, readImage, queueEditing, asSent, mayBeHeldBack } =
    effects;
  const store = createStore<AgentState>(() => ({
    sessions: {},
    shown: '',
    providers: null,
    model,
    choosing: null,
    refusal: null,
  }));
  const { setState } = store;
  const sessions = createThreadSessions(store);
  const choice = createModelChoice(store, sessions, api);
  /** Whether whoever answers in a thread may be prompted now. */
  const mayPrompt = async (session: SessionRef): Promise<boolean> => {
    const model = answererOf(session.get(), store.getState());
    return model === undefined || (await effects.mayPrompt(model));
  };
  const requests = createThreadRequests(sessions, api, asSent, mayPrompt);
  const change = (changed: Partial<ThreadSession>) => sessions.shown().change(() => changed);
  let mayBeFirst = true;
  const feed = createThreadFeed({
    sessions,
    schedule,
    open: threads.open,
    readAhead: threads.readAhead,
    mayBeHeldBack,
    async current() {
      const isFirst = mayBeFirst;
      mayBeFirst = false;
      const shown = await api.thread(isFirst);
      if (isFirst) whenDrawn(() => void api.threadDrawn().catch(() => {}));
      return shown;
    },
  });

  const handlers: Handlers<MainEvent, AgentHears> = {
    'thread-entries': feed.receive,
    'answer-activity': feed.receive,
    'context-use': feed.receive,
    providers(event) {
      setState({ providers: event.providers });
      void choice.chooseFirst();
    },
    state: ({ state }) => setState({ model: state.model }),
    // Each folder has threads of its own.
    workspace: () => void load(),
    command({ command }) {
      if (command === 'agent.newThread') void newThread();
      if (command === 'agent.showRequest') void requests.showRequest();
    },
  };

  async function load(): Promise<void> {
    const session = sessions.shown();
    await feed.load();
    if (session.threadId === null) session.change(allTakenBack);
    try {
      setState({ providers: await api.providers() });
    } catch (thrown) {
      session.change(() => ({ problem: toFailure(thrown) }));
    }
    await choice.chooseFirst();
  }

  /** An answer of the previous thread goes on, and its draft is kept. @param words text for the composer */
  async function newThread(words = '', isForced = false): Promise<void> {
    change({ problem: null });
    await feed.show(
      () => api.newThread(isForced),
      () => newThread('', true),
    );
    // Also if no thread could be created: the words must not be lost.
    if (words !== '') sessions.shown().change(({ draft }) => ({ draft: [draft, words].filter(Boolean).join('\n') }));
  }

  return {
    ...requests,
    ...createPromptEditing(sessions),
    store,
    /**
     * Sends the draft with its images, once a model is chosen. While an answer is running it is queued. An edited
     * prompt is sent as another version.
     */
    send: createSendPrompts({
      store,
      sessions,
      api,
      isLoading: feed.isLoading,
      loadThread: feed.load,
      newId,
      mayPrompt,
    }),
    queue: createQueueRequests(api, requests.ask),
    /** Follows main and loads what it has. @returns the undo */
    connect() {
      const undos = [onEvents(handlers), keepDrafts(store, sessions.all, queueEditing, api.keepDraft)];
      void load();
      return () => {
        for (const undo of undos) undo();
      };
    },
    load,
    thread: () => shownThread(store.getState()),
    setDraft: (draft: string) => change({ draft }),
    images: createDraftImages(sessions, readImage),
    newThread,
    /** Shows a thread as it was left. @returns whether it could be opened */
    openThread: (threadId: string) => feed.open(threadId),
    /** Shows a new thread that goes on with a session that an agent has kept. */
    openKeptSession: (ref: string, sessionId: string, title: string) =>
      feed.show(() => effects.agents.openSession(ref, sessionId, title)),
    /** Loads a thread that is pointed at in advance. */
    readAhead: feed.readAhead,
    chooseModel: choice.choose,
    /** Shows a failure above the composer of a thread, until the next one, or until it is dismissed. */
    setProblem: (threadId: string, problem: Failure) => sessions.of(threadId)?.change(() => ({ problem })),
    dismissProblem: () => change({ problem: null }),
    /** @param scrollPlace undefined: the end */
    keepScrollPlace: (threadId: string, scrollPlace: ScrollPlace | undefined) =>
      sessions.of(threadId)?.change(() => ({ scrollPlace })),
    /** Shows the app's own reply; null removes it. */
    setLocalReply: (localReply: LocalReply | null) => change({ localReply }),
  };
}
