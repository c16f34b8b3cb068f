import type { Result } from '../../../shared/contract/errors.ts';
import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { QueuedMessage } from '../../../shared/contract/thread.ts';
import type { ComposerStates } from '../threads/composer-states.ts';
import { failureOf } from '../threads/failure-of.ts';

/** What a person does with the messages that wait in the thread that is shown. What fails is told as its problem. */
export interface QueueRequests {
  /** @returns whether it is done */
  edit(message: QueuedMessage, text: string): Promise<boolean>;
  /** @param ids in their new order; what is not among them is removed */
  order(ids: readonly string[]): Promise<boolean>;
  /** Ends what goes on and sends this one. */
  sendNow(id: string): Promise<boolean>;
}

type QueueApi = Pick<RendererApi['agent'], 'editQueued' | 'orderQueue' | 'sendQueuedNow'>;

export function createQueueRequests(api: QueueApi, composers: Pick<ComposerStates, 'present'>): QueueRequests {
  async function ask(act: (threadId: string) => Promise<Result<null>>): Promise<boolean> {
    const composer = composers.present();
    const { threadId } = composer;
    if (threadId === null) return false;
    const failure = await failureOf(() => act(threadId));
    composer.change(() => ({ problem: failure }));
    return failure === null;
  }

  return {
    edit: ({ id, images }, text) =>
      ask((threadId) => (images ? api.editQueued(threadId, id, text, images) : api.editQueued(threadId, id, text))),
    order: (ids) => ask((threadId) => api.orderQueue(threadId, ids)),
    sendNow: (id) => ask((threadId) => api.sendQueuedNow(threadId, id)),
  };
}
