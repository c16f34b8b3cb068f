import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ContributedSlashCommand } from '../../shared/contract/command.ts';
import { type Failure, type Result, toFailure } from '../../shared/contract/errors.ts';
import type { MainEvent, RendererApi } from '../../shared/contract/renderer-api.ts';
import type { PromptImage, ThreadEntry, ThreadSnapshot } from '../../shared/contract/thread.ts';
import type { ToolDecision } from '../../shared/contract/tool.ts';
import { appendEntries, emptyThread, foldThread } from '../../shared/thread/fold-thread.ts';
import { type AgentState, isBusy } from './agent-state.ts';
import { createDraftImages, type DraftImages, type ReadImage } from './draft-images.ts';
import { createEntryInbox } from './entry-inbox.ts';
import { firstReadyModel } from './model-list.ts';

export interface AgentEffects {
  readonly api: RendererApi['agent'];
  /** @returns the undo */
  onEvent(listener: (event: MainEvent) => void): () => void;
  /** Runs a task before the next frame. */
  schedule(task: () => void): void;
  readonly readImage: ReadImage;
}

export interface Agent {
  readonly store: StoreApi<AgentState>;
  /** Follows main and loads what it has. @returns the undo */
  connect(): () => void;
  load(): Promise<void>;
  setDraft(draft: string): void;
  /** What goes with the draft. */
  readonly images: DraftImages;
  /** Sends the text and the images, at the latest when a model is chosen; the draft keeps them until main has them. */
  send(text: string): Promise<void>;
  /** Runs a slash command; the draft keeps what was typed until the command has answered. */
  runCommand(command: ContributedSlashCommand, argument: string): Promise<void>;
  /** Ends what is being sent, run or answered. */
  stop(): Promise<void>;
  retry(): Promise<void>;
  /** An answer that waits for its next attempt makes it now. */
  retryNow(): Promise<void>;
  newThread(): Promise<void>;
  chooseModel(model: string): Promise<boolean>;
  /** Says whether a call that waits may run. */
  decideTool(toolUseId: string, decision: ToolDecision): Promise<void>;
  dismissProblem(): void;
}

type StatusEvent = Extract<MainEvent, { type: 'answer-activity' | 'context-use' }>;

/**
 * The state of the agent panel and what a person can do in it. Entries that stream in are folded once a frame; a gap
 * in them is mended from main's snapshot.
 * @param model the model reference in the settings
 */
export function createAgent({ api, onEvent, schedule, readImage }: AgentEffects, model: string | undefined): Agent {
  const store = createStore<AgentState>(() => ({
    threadId: null,
    view: emptyThread,
    activity: null,
    context: null,
    providers: null,
    model,
    choosing: null,
    draft: '',
    images: [],
    reading: 0,
    imageNote: null,
    sending: null,
    command: null,
    retrying: null,
    leftUnanswered: null,
    problem: null,
  }));
  const { getState, setState } = store;
  const images = createDraftImages(store, readImage);
  /** What goes with the text that is being sent. */
  let sentImages: readonly PromptImage[] = [];
  const inbox = createEntryInbox({ schedule, adopt, mend: () => void load() });
  let choices = 0;
  /** Loads under way. */
  let loads = 0;
  /** What came while a thread was being loaded, which may be newer than the thread. */
  let newer: StatusEvent[] = [];

  function receive(event: MainEvent): void {
    switch (event.type) {
      case 'thread-entries':
        return inbox.add(event);
      case 'answer-activity':
      case 'context-use':
        if (loads > 0) newer.push(event);
        return showStatus(event);
      case 'providers':
        setState({ providers: event.providers });
        return void chooseFirst();
      case 'settings':
        return setState({ model: event.settings.model });
      case 'workspace':
        // Each folder has a conversation of its own.
        return void load();
      case 'command':
        if (event.command === 'agent.newThread') void newThread();
        return;
      default:
        return;
    }
  }

  function showStatus(event: StatusEvent): void {
    if (event.threadId !== getState().threadId) return;
    setState(event.type === 'context-use' ? { context: event.context } : { activity: event.activity });
  }

  function adopt(entries: readonly ThreadEntry[]): void {
    setState((state) => {
      const isStarted = entries.some((entry) => entry.kind === 'answer-started' && entry.promptId === state.retrying);
      const isThere = entries.some((entry) => entry.kind === 'prompt' && entry.text === state.sending);
      return {
        view: appendEntries(state.view, entries),
        ...(isStarted && { retrying: null }),
        ...(isThere && state.sending !== null && confirmSent(state, state.sending, sentImages)),
      };
    });
  }

  function show(snapshot: ThreadSnapshot): void {
    const view = foldThread(snapshot.entries);
    const last = view.turns.at(-1);
    setState({
      threadId: snapshot.id,
      view,
      activity: snapshot.activity,
      context: snapshot.context,
      retrying: null,
      leftUnanswered: last && last.answers.length === 0 ? last.promptId : null,
    });
    for (const event of newer) showStatus(event);
    inbox.begin(snapshot.id, snapshot.entries.length);
  }

  async function load(): Promise<void> {
    if (loads++ === 0) newer = [];
    await guarded(async () => show(await api.thread()));
    // Without a thread there is nothing to send to; the problem is shown and the text stays.
    if (getState().threadId === null) setState({ sending: null });
    await guarded(async () => setState({ providers: await api.providers() }));
    await chooseFirst();
    loads--;
  }

  /** At the first start a model that is ready is chosen, so that the panel can be tried at once. */
  async function chooseFirst(): Promise<void> {
    const state = getState();
    const ready = firstReadyModel(state.providers ?? []);
    if (state.model === undefined && state.choosing === null && ready) await chooseModel(ready);
  }

  async function send(text: string): Promise<void> {
    const { threadId: known, images: chosen, reading } = getState();
    const isBlank = (present: readonly PromptImage[]) => text.trim() === '' && present.length === 0;
    if ((isBlank(chosen) && reading === 0) || isBusy(getState())) return;
    setState({ sending: text, problem: null, imageNote: null });
    if (known === null && loads === 0) void load();
    const threadId = await whenReady(text);
    if (threadId === null) return;
    const { images: going, imageNote } = getState();
    // A file turned out to be no image: the person should know before the rest is sent.
    if (imageNote !== null || isBlank(going)) return setState({ sending: null });
    sentImages = going;
    const failure = await asked(() => (going.length > 0 ? api.send(threadId, text, going) : api.send(threadId, text)));
    setState((state) => {
      if (state.sending !== text) return {};
      return failure ? { sending: null, problem: failure } : confirmSent(state, text, going);
    });
  }

  async function runCommand({ extensionId, id, name }: ContributedSlashCommand, argument: string): Promise<void> {
    const { threadId, draft } = getState();
    if (threadId === null || isBusy(getState())) return;
    const command = { name, since: Date.now() };
    setState({ command, problem: null });
    const failure = await asked(() => api.runSlashCommand(threadId, extensionId, id, argument));
    setState((state) => {
      if (state.command !== command) return {};
      // Stop is what the person wanted; the text is there still.
      if (failure) return { command: null, problem: failure.code === 'cancelled' ? null : failure };
      return { command: null, ...confirmSent(state, draft, []) };
    });
  }

  /** Waits for thread, model and images. @returns the thread; null when the text is not wanted any more */
  function whenReady(text: string): Promise<string | null> {
    return new Promise((resolve) => {
      const look = ({ threadId, model: chosen, sending, reading }: AgentState) => {
        if (sending === text && (threadId === null || chosen === undefined || reading > 0)) return;
        undo();
        resolve(sending === text ? threadId : null);
      };
      const undo = store.subscribe(look);
      look(getState());
    });
  }

  async function stop(): Promise<void> {
    const { threadId, model: chosen, sending, reading } = getState();
    const isWaiting = threadId === null || chosen === undefined || reading > 0;
    if (sending !== null && isWaiting) return setState({ sending: null });
    if (threadId !== null) await guarded(() => api.stop(threadId));
  }

  async function retry(): Promise<void> {
    const { threadId, view, retrying } = getState();
    const promptId = view.turns.at(-1)?.promptId;
    if (threadId === null || promptId === undefined || retrying !== null) return;
    const answers = view.turns.at(-1)?.answers.length ?? 0;
    setState({ retrying: promptId, problem: null });
    const failure = await asked(() => api.retry(threadId));
    const isAnswered = (getState().view.turns.at(-1)?.answers.length ?? 0) > answers;
    if (failure) setState({ retrying: null, problem: failure });
    else if (isAnswered) setState({ retrying: null });
  }

  async function newThread(): Promise<void> {
    setState({ problem: null });
    await guarded(async () => show(await api.newThread()));
  }

  async function chooseModel(wanted: string): Promise<boolean> {
    const turn = ++choices;
    setState({ choosing: wanted, problem: null });
    let chosen: string | undefined;
    const failure = await asked(async () => {
      const result = await api.chooseModel(wanted);
      if (result.ok) chosen = result.value;
      return result;
    });
    // A later choice has taken its place.
    if (turn !== choices) return false;
    setState({ choosing: null, ...(failure ? { problem: failure } : { model: chosen }) });
    return failure === null;
  }

  /** @returns why it failed, also when main could not be asked at all */
  async function asked(ask: () => Promise<Result<unknown>>): Promise<Failure | null> {
    try {
      const result = await ask();
      return result.ok ? null : result.failure;
    } catch (thrown) {
      return toFailure(thrown);
    }
  }

  async function inThread(act: (threadId: string) => Promise<void>): Promise<void> {
    const { threadId } = getState();
    if (threadId !== null) await guarded(() => act(threadId));
  }

  async function guarded(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      setState({ problem: toFailure(thrown) });
    }
  }

  return {
    store,
    connect() {
      const undo = onEvent(receive);
      void load();
      return undo;
    },
    load,
    setDraft: (draft) => setState({ draft }),
    images,
    send,
    stop,
    retry,
    retryNow: () => inThread((threadId) => api.retryNow(threadId)),
    newThread,
    chooseModel,
    decideTool: (toolUseId, decision) => inThread((threadId) => api.decideTool(threadId, toolUseId, decision)),
    runCommand,
    dismissProblem: () => setState({ problem: null }),
  };
}

/** What was typed or added after what was sent stays. */
const confirmSent = ({ draft, images }: AgentState, sent: string, sentImages: readonly PromptImage[]) => ({
  sending: null,
  draft: draft.startsWith(sent) ? draft.slice(sent.length).trimStart() : draft,
  images: images.filter((image) => !sentImages.includes(image)),
});
