import { createStore } from 'zustand/vanilla';
import type { AppCommand } from '../../../shared/contract/app-commands.ts';
import { type Failure, type Result, toFailure } from '../../../shared/contract/errors.ts';
import type { MainEvent, RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import type { Handlers, Subscribe } from '../../../shared/emitter.ts';
import { formatFailure } from '../../base/format-failure.ts';
import type { LocalNotice } from '../../base/notices/notices-store.ts';
import { isBlank } from './agent-state.ts';
import type { Agent } from './create-agent.ts';
import { failureOf } from './failure-of.ts';

/** Events of main for the list. */
export type ThreadListHears = 'threads' | 'workspace' | 'command';

export interface ThreadListEffects {
  readonly api: RendererApi['threads'];
  readonly agent: Pick<Agent, 'thread' | 'load' | 'openThread'>;
  readonly onEvents: Subscribe<MainEvent>;
  /** @returns a function that withdraws the notice */
  notify(notice: LocalNotice): () => void;
}

export interface ThreadListState {
  /** Newest first; null until main has told them. */
  readonly threads: readonly ThreadSummary[] | null;
  /** Id of the last removed thread that can be restored. */
  readonly removed: string | null;
}

export type NamedThread = Pick<ThreadSummary, 'id' | 'title'>;

interface Removed {
  readonly id: string;
  readonly wasShown: boolean;
}

/** Actions on threads but what is said in them. A failure is shown by a notice. */
export function createThreadList({ api, agent, onEvents, notify }: ThreadListEffects) {
  const store = createStore<ThreadListState>(() => ({ threads: null, removed: null }));
  let removed: readonly Removed[] = [];
  let withdraw = () => {};
  /** Number of lists that main has sent. */
  let told = 0;

  const handlers: Handlers<MainEvent, ThreadListHears> = {
    threads(event) {
      told++;
      store.setState({ threads: event.threads });
    },
    workspace() {
      // Threads removed in the other folder cannot be restored here.
      keepRemoved([]);
      void load();
    },
    command: ({ command }) => runCommand(command),
  };

  /** Palette commands for the shown thread. */
  function runCommand(command: AppCommand): void {
    if (command !== 'agent.exportThread' && command !== 'agent.renameThread') return;
    const { threadId, view } = agent.thread();
    if (threadId === null || isBlank(view)) notify({ severity: 'info', text: 'This thread has no messages yet.' });
    else if (command === 'agent.exportThread') void exportMarkdown(threadId);
  }

  async function load(): Promise<void> {
    const before = told;
    try {
      const threads = await api.list();
      // A list that main sent meanwhile is newer.
      if (told === before) store.setState({ threads });
    } catch (thrown) {
      tellFailure('The threads could not be loaded.', toFailure(thrown));
    }
  }

  function tellFailure(what: string, failure: Failure | null): boolean {
    if (failure) notify({ severity: 'error', text: `${what} ${formatFailure(failure)}` });
    return failure === null;
  }

  const attempt = async (what: string, act: () => Promise<Result<unknown>>): Promise<boolean> =>
    tellFailure(what, await failureOf(act));

  function keepRemoved(next: readonly Removed[]): void {
    removed = next;
    withdraw();
    store.setState({ removed: removed.at(-1)?.id ?? null });
  }

  /** A notice offers to restore the thread. */
  async function remove({ id, title }: NamedThread): Promise<void> {
    const wasShown = agent.thread().threadId === id;
    if (!(await attempt('The thread could not be deleted.', () => api.remove(id)))) return;
    keepRemoved([...removed, { id, wasShown }]);
    withdraw = notify({
      severity: 'info',
      text: `“${title}” was deleted.`,
      actions: [{ label: 'Undo', run: () => void undoRemove() }],
    });
    if (wasShown) await agent.load();
  }

  /** Restores the last removed thread, then the one before it. */
  async function undoRemove(): Promise<void> {
    const last = removed.at(-1);
    if (!last) return;
    keepRemoved(removed.slice(0, -1));
    const isBack = await attempt('The thread could not be restored.', () => api.restore(last.id));
    if (isBack && last.wasShown) await agent.openThread(last.id);
  }

  async function exportMarkdown(threadId: string): Promise<void> {
    await attempt('The thread could not be exported.', async () => {
      const result = await api.exportMarkdown(threadId);
      if (result.ok && result.value !== null) notify({ severity: 'info', text: `Exported to ${result.value}` });
      return result;
    });
  }

  return {
    store,
    /** Follows main and loads what it has. @returns the undo */
    connect() {
      const undo = onEvents(handlers);
      void load();
      return undo;
    },
    load,
    search: (query: string) => api.search(query),
    rename: async (id: string, title: string) =>
      void (await attempt('The thread could not be renamed.', () => api.rename(id, title))),
    setArchived: async (id: string, isArchived: boolean) =>
      void (await attempt(
        isArchived ? 'The thread could not be archived.' : 'The thread could not be unarchived.',
        () => api.setArchived(id, isArchived),
      )),
    remove,
    undoRemove,
    exportMarkdown,
    /** @returns whether it was opened in the editor */
    showAsText: (id: string) => attempt('The thread could not be opened as text.', () => api.showAsText(id)),
  };
}
