import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { QueuedMessage } from '../../../shared/contract/thread.ts';
import type { ThreadRequests } from '../threads/thread-requests.ts';

/** Requests for queued messages of the shown thread. A failure becomes the thread's problem. */
export interface QueueRequests {
  /** @returns whether it was done */
  edit(message: QueuedMessage, text: string): Promise<boolean>;
  /** @param ids in their new order; messages that are not among them are removed */
  order(ids: readonly string[]): Promise<boolean>;
  /** Stops whatever is running and sends this one. */
  sendNow(id: string): Promise<boolean>;
}

type QueueApi = Pick<RendererApi['agent'], 'editQueued' | 'orderQueue' | 'sendQueuedNow'>;

export const createQueueRequests = (api: QueueApi, ask: ThreadRequests['ask']): QueueRequests => ({
  edit: ({ id, images }, text) =>
    ask((threadId) => (images ? api.editQueued(threadId, id, text, images) : api.editQueued(threadId, id, text))),
  order: (ids) => ask((threadId) => api.orderQueue(threadId, ids)),
  sendNow: (id) => ask((threadId) => api.sendQueuedNow(threadId, id)),
});
