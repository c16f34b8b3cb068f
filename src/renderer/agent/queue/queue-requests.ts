import type { RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { QueuedMessage } from '../../../shared/contract/thread-view.ts';
import type { ThreadRequests } from '../threads/thread-requests.ts';

type QueueApi = Pick<RendererApi['agent'], 'editQueued' | 'orderQueue' | 'sendQueuedNow'>;

/** Actions on the queue of the shown thread. A failure is shown as the thread's problem. */
export const createQueueRequests = (api: QueueApi, ask: ThreadRequests['ask']) => ({
  /** @returns whether it succeeded */
  edit: ({ id, images }: QueuedMessage, text: string) =>
    ask((threadId) => (images ? api.editQueued(threadId, id, text, images) : api.editQueued(threadId, id, text))),
  /** @param ids in their new order; messages that are not named are removed */
  order: (ids: readonly string[]) => ask((threadId) => api.orderQueue(threadId, ids)),
  /** Ends the running answer and sends this message. */
  sendNow: (id: string) => ask((threadId) => api.sendQueuedNow(threadId, id)),
});
