import type { StoreApi } from 'zustand/vanilla';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { AgentState, OutgoingPrompt } from './agent-state.ts';
import { failureOf, problemOf } from './failure-of.ts';
import { allTakenBack, arrived, given, outgoingOf, sentOff, takenBack } from './outgoing-prompts.ts';
import type { SessionRef, ThreadSessions } from './thread-sessions.ts';

export interface SendPromptsDeps {
  readonly store: Pick<StoreApi<AgentState>, 'getState' | 'subscribe'>;
  readonly sessions: ThreadSessions;
  readonly api: Pick<RendererApi['agent'], 'send'>;
  /** Whether the thread is being loaded already. */
  isLoading(): boolean;
  loadThread(): Promise<unknown>;
  /** Whether whoever answers in it may be prompted now. */
  mayPrompt(session: SessionRef): Promise<boolean>;
  newId(): string;
}

/**
 * Sends the draft of the shown thread, once there is a thread, a model and all of its images; the next one need not wait
 * for it. A prompt that cannot be sent returns to its field, with the reason.
 */
export function createSendPrompts({ store, sessions, api, isLoading, loadThread, mayPrompt, newId }: SendPromptsDeps) {
  /** Waits for thread, model and images. @returns null: the prompt was taken back meanwhile */
  function whenReady(session: SessionRef, id: string): Promise<(OutgoingPrompt & { threadId: string }) | null> {
    return new Promise((resolve) => {
      let wasChoosing = false;
      const look = ({ model, choosing, refusal }: AgentState) => {
        const prompt = outgoingOf(session.get(), id);
        const isRefused = wasChoosing && choosing === null && model !== undefined;
        wasChoosing = choosing !== null;
        // It was meant for the model that could not be chosen, and must not go to the previous one.
        if (prompt && isRefused && refusal) {
          return session.change((work) => ({ ...takenBack(work, id), problem: refusal }));
        }
        const { threadId } = session;
        const isReady = threadId !== null && model !== undefined && choosing === null && prompt?.reading === 0;
        if (prompt && !isReady) return;
        leave();
        resolve(prompt && threadId !== null ? { ...prompt, threadId } : null);
      };
      const leave = store.subscribe(look);
      look(store.getState());
    });
  }

  /** Without a thread nothing can be sent; then the failure is shown and the text returned. */
  async function loadFor(session: SessionRef): Promise<void> {
    await loadThread();
    if (session.threadId === null) session.change(allTakenBack);
  }

  return async function send(text: string, isForced = false): Promise<void> {
    const session = sessions.shown();
    const { images, reading } = session.get();
    if (text.trim() === '' && images.length === 0 && reading === 0) return;
    const id = newId();
    session.change((work) => sentOff(work, id, text));
    if (session.threadId === null && !isLoading()) void loadFor(session);
    const prompt = await whenReady(session, id);
    if (!prompt) return;
    if (!(await mayPrompt(session))) session.change((work) => takenBack(work, id));
    // It was taken back meanwhile.
    if (!outgoingOf(session.get(), id)) return;
    const more = prompt.images.length > 0 && { images: prompt.images };
    const version = prompt.replaces !== null && { replaces: prompt.replaces, ...(isForced && { isForced }) };
    session.change((work) => given(work, id));
    const failure = await failureOf(() => api.send(prompt.threadId, { id, text, ...more, ...version }));
    session.change((work) => {
      // Its entry has arrived already.
      if (!outgoingOf(work, id)) return {};
      if (!failure) return arrived(work, id);
      const goOn = () => send(session.get().draft, true);
      return { ...takenBack(work, id), problem: problemOf(failure, 'Send anyway', goOn) };
    });
  };
}
