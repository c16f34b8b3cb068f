import type { StoreApi } from 'zustand/vanilla';
import { maxImages, type PromptImage } from '../../../shared/contract/prompt-image.ts';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { Draft } from '../../../shared/contract/thread.ts';
import { type AgentState, shownThread, type ThreadWork } from '../threads/agent-state.ts';
import type { SessionRef } from '../threads/thread-sessions.ts';

/** Typing of the last milliseconds that a crash may lose. */
const restMs = 200;

/** Drafts that are being written in place of queued messages. */
export interface QueueEditing {
  /** Unsaved texts in this thread. */
  textsOf(threadId: string): readonly string[];
  /** @returns the undo */
  onChange(listener: () => void): () => void;
}

/**
 * All text that main does not have yet: first prompts being sent, then the draft, the one set aside when an earlier prompt
 * was edited, and edits of queued messages.
 */
function draftOf({ sending, command, draft, images, setAside }: ThreadWork, edits: readonly string[]): Draft {
  const texts = [...sending.map(({ text }) => text), command?.text, draft, setAside?.draft, ...edits];
  const all = [...sending.flatMap((prompt) => prompt.images), ...images, ...(setAside?.images ?? [])];
  return { text: texts.filter(Boolean).join('\n'), images: all.slice(0, maxImages) };
}

/**
 * Has main keep the draft of each thread, soon after typing, and at once when it becomes empty: a sent prompt must not
 * come back as a draft.
 * @returns the undo
 */
export function keepDrafts(
  { getState, subscribe }: Pick<StoreApi<AgentState>, 'getState' | 'subscribe'>,
  sessions: () => Iterable<SessionRef>,
  queue: QueueEditing,
  keep: RendererApi['agent']['keepDraft'],
): () => void {
  /** The drafts as last told to main. */
  const told = new Map<string, Draft>();
  let wasEmpty = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keepAll(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { threadId, get } of sessions()) {
      if (threadId === null) continue;
      const before = told.get(threadId);
      const draft = draftOf(get(), queue.textsOf(threadId));
      const hasSameImages = before !== undefined && isSame(draft.images, before.images);
      if (draft.text === before?.text && hasSameImages) continue;
      told.set(threadId, draft);
      // Sent again with the next change; until then the window has it.
      const forget = () => told.get(threadId) === draft && told.delete(threadId);
      keep(threadId, draft.text, hasSameImages ? undefined : draft.images).catch(forget);
    }
  }

  const keepSoon = () => {
    timer ??= setTimeout(keepAll, restMs);
  };
  const unsubscribe = subscribe(() => {
    const { sending, command, draft, images } = shownThread(getState());
    const isEmpty = draft === '' && images.length + sending.length === 0 && command === null;
    if (isEmpty && !wasEmpty) keepAll();
    else keepSoon();
    wasEmpty = isEmpty;
  });
  const leave = queue.onChange(keepSoon);
  globalThis.addEventListener?.('pagehide', keepAll);
  return () => {
    unsubscribe();
    leave();
    globalThis.removeEventListener?.('pagehide', keepAll);
    keepAll();
  };
}

const isSame = (one: readonly PromptImage[], other: readonly PromptImage[]): boolean =>
  one.length === other.length && one.every((image, index) => image === other[index]);
