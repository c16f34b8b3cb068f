import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, ok, toFailure } from '../../../shared/contract/errors.ts';
import type { DraftedPrompt } from '../../../shared/contract/methods/agent-methods.ts';
import type { MainEvent, RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { Handlers, Subscribe } from '../../../shared/emitter.ts';
import { emptyThread } from '../../../shared/thread/fold-thread.ts';
import { keepDrafts, type QueueEditing } from '../composer/kept-drafts.ts';
import { createPromptEditing, type PromptEditing } from '../composer/prompt-editing.ts';
import { createDraftImages, type DraftImages, type ReadImage } from '../images/draft-images.ts';
import { createModelChoice } from '../models/model-choice.ts';
import { createQueueRequests, type QueueRequests } from '../queue/queue-requests.ts';
import type { AgentState, LocalReply } from './agent-state.ts';
import { createComposerStates, emptyComposer } from './composer-states.ts';
import { createShownThread } from './shown-thread.ts';
import { createThreadRequests, type ThreadRequests } from './thread-requests.ts';

/** What main tells the conversation. */
export type AgentHears =
  | 'thread-entries'
  | 'answer-activity'
  | 'context-use'
  | 'providers'
  | 'settings'
  | 'workspace'
  | 'command';

export interface AgentEffects {
  readonly api: RendererApi['agent'];
  readonly threads: Pick<RendererApi['threads'], 'open'>;
  readonly onEvents: Subscribe<MainEvent>;
  /** Runs a task before the next frame. */
  schedule(task: () => void): void;
  /** Runs a task when what is shown now is drawn. */
  whenDrawn(task: () => void): void;
  readonly readImage: ReadImage;
  readonly queueEditing: QueueEditing;
  /** What is in hand, as it would be sent. */
  asSent(draft: DraftedPrompt): DraftedPrompt;
}

export interface Agent extends Omit<ThreadRequests, 'settle'>, PromptEditing {
  readonly store: StoreApi<AgentState>;
  /** Follows main and loads what it has. @returns the undo */
  connect(): () => void;
  load(): Promise<void>;
  setDraft(draft: string): void;
  /** What goes with the draft. */
  readonly images: DraftImages;
  readonly queue: QueueRequests;
  /** What goes on in the thread before goes on, and its draft waits there. @param words what goes into its field */
  newThread(words?: string): Promise<void>;
  /** Shows a thread as it was left. @returns whether it could be opened */
  openThread(threadId: string): Promise<boolean>;
  chooseModel(model: string): Promise<boolean>;
  /** Shown above the composer until the next one, or until it is dismissed. */
  setProblem(failure: Failure | null): void;
  dismissProblem(): void;
  /** What the app itself has to say; null takes it away. */
  setLocalReply(reply: LocalReply | null): void;
}

/**
 * The state of the agent panel and what a person can do in it.
 * @param model the model reference in the settings
 */
export function createAgent(effects: AgentEffects, model: string | undefined): Agent {
  const { api, threads, onEvents, schedule, whenDrawn, readImage, queueEditing, asSent } = effects;
  const store = createStore<AgentState>(() => ({
    ...emptyComposer,
    threadId: null,
    view: emptyThread,
    activity: null,
    context: null,
    providers: null,
    model,
    choosing: null,
    leftUnanswered: null,
  }));
  const { setState } = store;
  const composers = createComposerStates(store);
  const images = createDraftImages(composers, readImage);
  const choice = createModelChoice(store, api);
  const requests = createThreadRequests(store, api, composers, () => thread, asSent);
  let mayBeFirst = true;
  const thread = createShownThread({
    store,
    composers,
    schedule,
    async current() {
      const isFirst = mayBeFirst;
      mayBeFirst = false;
      const shown = await api.thread(isFirst);
      if (isFirst) whenDrawn(() => void api.threadDrawn().catch(() => {}));
      return shown;
    },
    arrived: requests.settle,
  });

  const handlers: Handlers<MainEvent, AgentHears> = {
    'thread-entries': thread.receive,
    'answer-activity': thread.receive,
    'context-use': thread.receive,
    providers(event) {
      setState({ providers: event.providers });
      void choice.chooseFirst();
    },
    settings: (event) => setState({ model: event.settings.model }),
    // Each folder has conversations of its own.
    workspace: () => void load(),
    command({ command }) {
      if (command === 'agent.newThread') void newThread();
      if (command === 'agent.showRequest') void requests.showRequest();
    },
  };

  async function load(): Promise<void> {
    const composer = composers.present();
    await thread.load();
    if (composer.threadId === null) setState({ sending: null });
    try {
      setState({ providers: await api.providers() });
    } catch (thrown) {
      setState({ problem: toFailure(thrown) });
    }
    await choice.chooseFirst();
  }

  async function newThread(words = ''): Promise<void> {
    setState({ problem: null });
    await thread.show(async () => ok(await api.newThread()));
    // Also when there is no new one: they are not lost.
    if (words !== '') setState(({ draft }) => ({ draft: [draft, words].filter(Boolean).join('\n') }));
  }

  const { settle: _, ...asked } = requests;
  return {
    ...asked,
    ...createPromptEditing(store),
    store,
    queue: createQueueRequests(api, composers),
    connect() {
      const undos = [onEvents(handlers), keepDrafts(store, composers.all, queueEditing, api.keepDraft)];
      void load();
      return () => {
        for (const undo of undos) undo();
      };
    },
    load,
    setDraft: (draft) => setState({ draft }),
    images,
    newThread,
    openThread: (threadId) => thread.show(() => threads.open(threadId)),
    chooseModel: choice.choose,
    setProblem: (problem) => setState({ problem }),
    dismissProblem: () => setState({ problem: null }),
    setLocalReply: (localReply) => setState({ localReply }),
  };
}
