import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { QueuedMessage } from '../../../shared/contract/thread.ts';
import type { ThreadRequests } from '../threads/thread-requests.ts';

/** What a person does with the messages that wait in the thread that is shown. What fails is told as its problem. */
export type QueueRequests = ReturnType<typeof createQueueRequests>;

type QueueApi = Pick<RendererApi['agent'], 'editQueued' | 'orderQueue' | 'sendQueuedNow'>;

export const createQueueRequests = (api: QueueApi, ask: ThreadRequests['ask']) => ({
  /** @returns whether it is done */
  edit: ({ id, images }: QueuedMessage, text: string) =>
    ask((threadId) => (images ? api.editQueued(threadId, id, text, images) : api.editQueued(threadId, id, text))),
  /** @param ids in their new order; what is not among them is removed */
  order: (ids: readonly string[]) => ask((threadId) => api.orderQueue(threadId, ids)),
  /** Ends what goes on and sends this one. */
  sendNow: (id: string) => ask((threadId) => api.sendQueuedNow(threadId, id)),
});
