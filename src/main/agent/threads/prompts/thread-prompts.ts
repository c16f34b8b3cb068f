import { randomUUID } from 'node:crypto';
import type { PromptImage } from '../../../../shared/contract/prompt-image.ts';
import type { PromptContext, ThreadEntry, ThreadLimit } from '../../../../shared/contract/thread.ts';
import type { TurnView } from '../../../../shared/contract/thread-view.ts';
import type { PromptToAnswer } from '../../turns/prompt-to-answer.ts';
import type { OpenThread } from '../open-thread.ts';

/** Prompts as they are answered: what each adds to its thread once its answer can begin. */
export interface ThreadPrompts {
  /** @param typed what of it the person wrote @param replaces the prompt of which it is another version */
  fresh(
    thread: OpenThread,
    text: string,
    options: {
      readonly typed: string;
      readonly images?: readonly PromptImage[];
      readonly replaces?: string | undefined;
      /** That of a message of the queue, if it has come there. */
      readonly id?: string;
    },
  ): PromptToAnswer;
  /** One of the queue, as it is there when it is sent. */
  queued(thread: OpenThread, id: string): PromptToAnswer;
  /** One that is there, to be answered once more. */
  again(turn: TurnView): PromptToAnswer;
  /** The same words once more, as another version. */
  version(thread: OpenThread, turn: TurnView): PromptToAnswer;
}

/** @param limit that of new threads */
export function createThreadPrompts(limit: () => ThreadLimit): ThreadPrompts {
  function append(thread: OpenThread, prompt: Omit<Extract<ThreadEntry, { kind: 'prompt' }>, 'kind' | 'at'>): string {
    const entries: ThreadEntry[] = [{ kind: 'prompt', at: Date.now(), ...prompt }];
    // The choice for this thread counts, also that it has none.
    const isDecided = thread.entries.some(({ kind }) => kind === 'prompt' || kind === 'limit');
    const { tokens, cost } = limit();
    if (!isDecided && (tokens !== undefined || cost !== undefined)) {
      entries.unshift({ kind: 'limit', at: Date.now(), ...limit() });
    }
    thread.append(entries);
    return prompt.id;
  }

  const fresh: ThreadPrompts['fresh'] = (thread, text, { typed, images = [], replaces, id = randomUUID() }) => ({
    text,
    images: images.length,
    mentionsIn: { text, typed },
    id: (context, changed) =>
      append(thread, {
        id,
        text,
        ...changed,
        ...withImages(images),
        ...withContext(context),
        ...(replaces !== undefined && { replaces }),
      }),
    handled: (extensionName, reply) =>
      thread.append([{ kind: 'command-reply', id, at: Date.now(), command: text, extensionName, text: reply }]),
  });

  return {
    fresh,
    queued(thread, id) {
      const { text = '', images = [] } = thread.view.queue.find((message) => message.id === id) ?? {};
      return fresh(thread, text, { typed: text, images, id });
    },
    again: ({ promptId, text, images = [] }) => ({ text, images: images.length, id: () => promptId }),
    version: (thread, { promptId: replaces, text, images = [], context = [] }) => ({
      text,
      images: images.length,
      id: () => append(thread, { id: randomUUID(), text, ...withImages(images), ...withContext(context), replaces }),
    }),
  };
}

const withImages = (images: readonly PromptImage[]) => images.length > 0 && { images: [...images] };
const withContext = (context: readonly PromptContext[]) => context.length > 0 && { context: [...context] };
