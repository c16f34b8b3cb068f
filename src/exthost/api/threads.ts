import type { ExtensionThread, ExtensionThreads } from '../../shared/contract/extension-api/extension-threads.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../shared/rpc/peer.ts';

export function createThread(main: Peer<MainMethods>, threadId: string): ExtensionThread {
  return {
    id: threadId,
    info: () => main.call('thread.info', { threadId }),
    state: () => main.call('thread.state', { threadId }),
    items: ({ limit = 50, before, all = false } = {}) => main.call('thread.items', { threadId, limit, before, all }),
    instructions: () => main.call('thread.instructions', { threadId }),
    rename: async (title) => void (await main.call('thread.rename', { threadId, title })),
    async addNote(itemId, note) {
      await main.call('thread.annotate', { threadId, itemId, note, add: [], remove: [] });
    },
    async label(itemId, { add = [], remove = [] }) {
      await main.call('thread.annotate', { threadId, itemId, note: '', add: [...add], remove: [...remove] });
    },
    stop: async () => void (await main.call('thread.stop', { threadId })),
  };
}

export const createThreads = (main: Peer<MainMethods>): ExtensionThreads => ({
  shown: async () => createThread(main, await main.call('thread.shown', null)),
});
