import type { StoreApi } from 'zustand/vanilla';
import { mostImages, type PromptImage } from '../../../shared/contract/prompt-image.ts';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { Draft } from '../../../shared/contract/thread.ts';
import type { AgentState, ThreadWork } from '../threads/agent-state.ts';
import type { ComposerState } from '../threads/composer-states.ts';

/** So much of what was typed last a crash may cost, in ms. */
const restMs = 200;

/** What is being written in place of queued messages. */
export interface QueueEditing {
  /** The texts that were begun in this thread and not saved yet. */
  textsOf(threadId: string): readonly string[];
  /** @returns the undo */
  onChange(listener: () => void): () => void;
}

/** What was in hand before an earlier prompt was edited comes back behind it, and what was written in the queue. */
function draftOf({ draft, images, setAside }: ThreadWork, edits: readonly string[]): Draft {
  const texts = [draft, setAside?.draft, ...edits];
  return {
    text: texts.filter(Boolean).join('\n'),
    images: [...images, ...(setAside?.images ?? [])].slice(0, mostImages),
  };
}

/**
 * Lets main keep what changed on the composers, soon after it was typed, and at once when a field becomes empty: what was sent
 * must not come back as a draft.
 * @returns the undo
 */
export function keepDrafts(
  { getState, subscribe }: Pick<StoreApi<AgentState>, 'getState' | 'subscribe'>,
  composers: () => Iterable<ComposerState>,
  queue: QueueEditing,
  keep: RendererApi['agent']['keepDraft'],
): () => void {
  /** As main was told last. */
  const told = new Map<string, Draft>();
  let wasEmpty = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keepAll(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { threadId, work } of composers()) {
      if (threadId === null) continue;
      const before = told.get(threadId);
      const draft = draftOf(work(), queue.textsOf(threadId));
      const hasSameImages = before !== undefined && isSame(draft.images, before.images);
      if (draft.text === before?.text && hasSameImages) continue;
      told.set(threadId, draft);
      // Told again with the next change; until then the window has it.
      const forget = () => told.get(threadId) === draft && told.delete(threadId);
      keep(threadId, draft.text, hasSameImages ? undefined : draft.images).catch(forget);
    }
  }

  const keepSoon = () => {
    timer ??= setTimeout(keepAll, restMs);
  };
  const unsubscribe = subscribe(() => {
    const { draft, images } = getState();
    const isEmpty = draft === '' && images.length === 0;
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
