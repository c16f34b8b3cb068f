import type { StoreApi } from 'zustand/vanilla';
import type { ContributedSlashCommand } from '../../../shared/contract/command.ts';
import { type Result, toFailure } from '../../../shared/contract/errors.ts';
import type { DraftedPrompt } from '../../../shared/contract/methods/agent-methods.ts';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import type { PromptTemplate } from '../../../shared/contract/prompt-template.ts';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import type { ToolDecision } from '../../../shared/contract/tool.ts';
import { type AgentState, isBusy, type ThreadWork } from './agent-state.ts';
import type { ComposerState, ComposerStates } from './composer-states.ts';
import { failureOf } from './failure-of.ts';
import type { ShownThread } from './shown-thread.ts';

/** What a person asks for in the thread that is shown. It goes on in that thread when another is shown meanwhile. */
export interface ThreadRequests {
  /**
   * Sends the text and the images, when a model is chosen; the draft keeps them until main has them.
   * While something goes on they queue. What is being edited is sent as another version of its prompt.
   */
  send(text: string): Promise<void>;
  /** Runs a slash command; the draft keeps what was typed until the command has answered. */
  runCommand(command: ContributedSlashCommand, argument: string): Promise<void>;
  runTemplate(template: PromptTemplate, argument: string): Promise<void>;
  /** Lets the model sum up what was said. */
  compact(instructions: string): Promise<void>;
  /** Ends what is being sent, run or answered. */
  stop(): Promise<void>;
  retry(): Promise<void>;
  /** An answer that waits for its next attempt makes it now. */
  retryNow(): Promise<void>;
  /** Says whether a call that waits may run. */
  /** @param question of the state that was answered */
  decideTool(toolUseId: string, decision: ToolDecision, question?: number): Promise<void>;
  /** Opens in the editor what the model would be sent with the draft. */
  showRequest(): Promise<void>;
  /** What the entries that arrive settle. */
  settle(state: AgentState, entries: readonly ThreadEntry[]): Partial<ThreadWork>;
}

export function createThreadRequests(
  { getState, setState, subscribe }: StoreApi<AgentState>,
  api: RendererApi['agent'],
  composers: ComposerStates,
  shownThread: () => ShownThread,
  asSent: (draft: DraftedPrompt) => DraftedPrompt,
): ThreadRequests {
  /** Where a text waits that main has not been given. */
  const waiting = new WeakSet<ComposerState>();
  /** What goes with the text that is being sent. */
  const sentImages = new WeakMap<ComposerState, readonly PromptImage[]>();

  async function send(text: string): Promise<void> {
    const composer = composers.present();
    const { images: chosen, reading, sending } = composer.work();
    const isBlank = (present: readonly PromptImage[]) => text.trim() === '' && present.length === 0;
    if ((isBlank(chosen) && reading === 0) || sending !== null) return;
    composer.change(() => ({ sending: text, problem: null, imageNote: null, localReply: null }));
    if (composer.threadId === null && !shownThread().isLoading()) void loadFor(composer);
    const threadId = await whenReady(composer, text);
    if (threadId === null) return;
    const { images: going, imageNote, editing } = composer.work();
    // A file turned out to be no image: the person should know before the rest is sent.
    if (imageNote !== null || isBlank(going)) return composer.change(() => ({ sending: null }));
    sentImages.set(composer, going);
    const failure = await failureOf(() => {
      if (editing !== null) return api.send(threadId, text, going, editing);
      return going.length > 0 ? api.send(threadId, text, going) : api.send(threadId, text);
    });
    composer.change((work) => {
      if (work.sending !== text) return {};
      return failure ? { sending: null, problem: failure } : confirmSent(work, text, going);
    });
  }

  /** Without a thread there is nothing to send to; the problem is shown and the text stays. */
  async function loadFor(composer: ComposerState): Promise<void> {
    await shownThread().load();
    if (composer.threadId === null) composer.change(() => ({ sending: null }));
  }

  /** Waits for thread, model and images. @returns the thread; null when the text is not wanted any more */
  function whenReady(composer: ComposerState, text: string): Promise<string | null> {
    return new Promise((resolve) => {
      waiting.add(composer);
      let wasChoosing = false;
      const look = ({ model, choosing, problem }: AgentState) => {
        const { sending, reading } = composer.work();
        const isRefused = wasChoosing && choosing === null && problem !== null && model !== undefined;
        wasChoosing = choosing !== null;
        // It was meant for the model that cannot be chosen, and is not for the one before.
        if (sending === text && isRefused) return composer.change(() => ({ sending: null }));
        const isModelThere = model !== undefined && choosing === null;
        if (sending === text && (composer.threadId === null || !isModelThere || reading > 0)) return;
        undo();
        waiting.delete(composer);
        resolve(sending === text ? composer.threadId : null);
      };
      const undo = subscribe(look);
      look(getState());
    });
  }

  /** Asks for what a command does; the draft keeps what was typed until it is done. */
  async function run(name: string, ask: (threadId: string) => Promise<Result<unknown>>): Promise<void> {
    const composer = composers.present();
    const { threadId } = composer;
    const { draft } = composer.work();
    if (threadId === null || isBusy(getState())) return;
    const command = { name, since: Date.now() };
    composer.change(() => ({ command, problem: null, localReply: null }));
    const failure = await failureOf(() => ask(threadId));
    composer.change((work) => {
      if (work.command !== command) return {};
      // Stop is what the person wanted; the text is there still.
      if (failure) return { command: null, problem: failure.code === 'cancelled' ? null : failure };
      return { command: null, ...withoutSent(work, draft, []) };
    });
  }

  async function stop(): Promise<void> {
    if (waiting.has(composers.present())) return setState({ sending: null });
    await inThread((id) => api.stop(id));
  }

  async function retry(): Promise<void> {
    const composer = composers.present();
    const { threadId } = composer;
    const { view, retrying } = getState();
    const promptId = view.turns.at(-1)?.promptId;
    if (threadId === null || promptId === undefined || retrying !== null) return;
    const answerCount = () => getState().view.turns.at(-1)?.answers.length ?? 0;
    const before = answerCount();
    composer.change(() => ({ retrying: promptId, problem: null }));
    const failure = await failureOf(() => api.retry(threadId));
    if (failure) composer.change(() => ({ retrying: null, problem: failure }));
    // Of a thread that is not shown, its snapshot will tell.
    else if (composer !== composers.present() || answerCount() > before) composer.change(() => ({ retrying: null }));
  }

  async function inThread(act: (threadId: string) => Promise<void>): Promise<void> {
    const composer = composers.present();
    try {
      if (composer.threadId !== null) await act(composer.threadId);
    } catch (thrown) {
      composer.change(() => ({ problem: toFailure(thrown) }));
    }
  }

  return {
    send,
    runCommand: ({ extensionId, id, name }, argument) =>
      run(name, (threadId) => api.runSlashCommand(threadId, extensionId, id, argument)),
    runTemplate: ({ id, name }, argument) => run(name, (threadId) => api.runTemplate(threadId, id, argument)),
    compact: (instructions) => run('compact', (threadId) => api.compact(threadId, instructions)),
    stop,
    retry,
    retryNow: () => inThread((threadId) => api.retryNow(threadId)),
    decideTool: (...answer) => inThread((threadId) => api.decideTool(threadId, ...answer)),
    async showRequest() {
      const composer = composers.present();
      const { threadId } = composer;
      if (threadId === null) return;
      const { draft, images, editing } = composer.work();
      const more = { ...(images.length > 0 && { images }), ...(editing !== null && { replaces: editing }) };
      const failure = await failureOf(() => api.showRequest(threadId, asSent({ text: draft, ...more })));
      if (failure) composer.change(() => ({ problem: failure }));
    },
    settle(state, entries) {
      const isStarted = entries.some((entry) => entry.kind === 'answer-started' && entry.promptId === state.retrying);
      const isThere = entries.some(
        (entry) => (entry.kind === 'prompt' || entry.kind === 'queue-added') && entry.text === state.sending,
      );
      const images = sentImages.get(composers.present()) ?? [];
      return {
        ...(isStarted && { retrying: null }),
        ...(isThere && state.sending !== null && confirmSent(state, state.sending, images)),
      };
    },
  };
}

/** What was typed or added after what was sent stays. */
const withoutSent = ({ draft, images }: ThreadWork, sent: string, sentImages: readonly PromptImage[]) => ({
  sending: null,
  draft: draft.startsWith(sent) ? draft.slice(sent.length).trimStart() : draft,
  images: images.filter((image) => !sentImages.includes(image)),
});

/** After an edited prompt comes what was in hand before. */
function confirmSent(work: ThreadWork, sent: string, sentImages: readonly PromptImage[]): Partial<ThreadWork> {
  const rest = withoutSent(work, sent, sentImages);
  if (work.editing === null) return rest;
  const { draft = '', images = [] } = work.setAside ?? {};
  return {
    sending: null,
    editing: null,
    setAside: null,
    draft: [rest.draft, draft].filter(Boolean).join('\n'),
    images: [...rest.images, ...images],
  };
}
