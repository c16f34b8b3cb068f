import { useStore } from 'zustand';
import { notify } from '../../base/notices/notices-store.ts';
import { api, onMainEvents } from '../../bridge.ts';
import { agent } from './agent.ts';
import { createThreadList, type ThreadListState } from './thread-list.ts';

/** The threads of this window's folder. */
export const threads = createThreadList({ api: api.threads, agent, onEvents: onMainEvents, notify });
threads.connect();

export const useThreads = <T>(select: (state: ThreadListState) => T): T => useStore(threads.store, select);
