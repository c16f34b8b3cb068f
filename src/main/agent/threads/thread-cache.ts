import pLimit from 'p-limit';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { formatBytes } from '../../../shared/contract/size-limits.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { type OpenThread, openThread } from './open-thread.ts';
import type { OpeningMark } from './storage/opening-mark.ts';
import { addToDigest, emptyDigest, type ThreadDigest, titleOf } from './storage/thread-digest.ts';
import type { ThreadIndex } from './storage/thread-index.ts';
import type { ThreadFile, ThreadLog } from './storage/thread-log.ts';

export interface ThreadCacheDeps {
  readonly threads: ThreadLog;
  readonly index: Pick<ThreadIndex, 'find' | 'note' | 'keep'>;
  readonly opening: OpeningMark;
  publish(event: MainEvent): void;
  showNotice(notice: Notice): void;
  workspacePath(): string;
  /** @returns who is told of each entry that is added to the thread of this id */
  followerOf(threadId: string): (thread: OpenThread, entries: readonly ThreadEntry[]) => void;
  /** It is shown from now on. */
  onShown(thread: OpenThread): void;
  /** Something was said in a thread, or another is shown. */
  onChanged(): void;
}

/**
 * The threads in memory: those that are shown, those in which something goes on, and those that are in use for a
 * moment. Any other is closed, and read again when it is wanted.
 */
export type ThreadCache = ReturnType<typeof createThreadCache>;

export function createThreadCache(deps: ThreadCacheDeps) {
  const { threads, index } = deps;
  const open = new Map<string, OpenThread>();
  /** By workspace; a thread of a workspace that is not open is closed like any other. */
  const shown = new Map<string, OpenThread>();
  const reading = new Map<string, Promise<OpenThread | null>>();
  const closing = new Map<string, Promise<void>>();
  const uses = new Map<string, Set<Promise<unknown>>>();
  const taken = new Set<string>();
  let ahead: OpenThread | null = null;
  /** Notices for the first use of a thread; pointing at it is no use. */
  const untold = new WeakMap<OpenThread, Notice[]>();
  /** Changes of the shown thread run one after the other. */
  const oneAtATime = pLimit(1);
  const inTurn = <T>(work: (workspace: string) => Promise<T>): Promise<T> => oneAtATime(work, deps.workspacePath());

  function adopt(file: ThreadFile, earlier: ThreadDigest = emptyDigest): OpenThread {
    let digest = earlier;
    const note = (entries: OpenThread['entries']) => {
      digest = addToDigest(digest, entries);
      index.note({ id: file.id, workspace: file.workspace, digest });
    };
    const follow = deps.followerOf(file.id);
    const thread = openThread(file, (event) => {
      if (event.type === 'thread-entries') {
        note(event.entries);
        deps.onChanged();
      }
      deps.publish(event);
      if (event.type === 'thread-entries') follow(thread, event.entries);
    });
    note(thread.entries);
    open.set(thread.id, thread);
    return thread;
  }

  async function read(id: string, workspace: string): Promise<OpenThread | null> {
    const file = await threads.open(id, workspace);
    if (!file || taken.has(id)) return null;
    const notices = [
      ...(file.unreadable > 0 ? [noticeOfUnreadable(file)] : []),
      ...(file.isCut ? [noticeOfLeftOut(file)] : []),
    ];
    const known = file.isCut ? await index.find(id) : undefined;
    // Meanwhile it may have been taken away, or opened.
    if (taken.has(id)) return null;
    const thread = adopt({ ...file, entries: [...decidedIn(known?.digest), ...file.entries] }, known?.digest);
    untold.set(thread, notices);
    return thread;
  }

  function tell(thread: OpenThread): void {
    for (const notice of untold.get(thread) ?? []) deps.showNotice(notice);
    untold.delete(thread);
  }

  async function fetch(id: string, workspace: string): Promise<OpenThread | null> {
    while (closing.has(id)) await closing.get(id);
    if (taken.has(id)) return null;
    const present = open.get(id);
    if (present) return present;
    const under = reading.get(id) ?? read(id, workspace).finally(() => reading.delete(id));
    reading.set(id, under);
    return under;
  }

  /** Of this workspace, or one in which something goes on still. */
  async function find(id: string, workspace: string): Promise<OpenThread | null> {
    const isThere = open.has(id) || (await index.find(id))?.workspace === workspace;
    return isThere ? fetch(id, workspace) : null;
  }

  async function lastShown(workspace: string): Promise<OpenThread | null> {
    try {
      const id = await threads.last(workspace);
      return id === null ? null : await fetch(id, workspace);
    } catch (error) {
      deps.showNotice({
        id: 'thread-unreadable',
        severity: 'warning',
        text: `The last thread could not be read (${(error as Error).message}). Its file is unchanged; this is a new one.`,
        actions: [],
      });
      return null;
    }
  }

  function put(thread: OpenThread, isNew = true): OpenThread {
    shown.set(thread.workspace, thread);
    if (isNew) threads.noteShown(thread.workspace, thread.id);
    ahead = null;
    tell(thread);
    for (const each of open.values()) settle(each);
    deps.onShown(thread);
    deps.onChanged();
    return thread;
  }

  async function current(workspace: string): Promise<OpenThread> {
    const present = shown.get(workspace);
    if (present) return present;
    const last = await lastShown(workspace);
    return last ? put(last, false) : put(adopt(threads.create(workspace)));
  }

  /** A start depends on no thread: one over which the window ended again and again is shown only when it is asked for. */
  async function comingUp(workspace: string): Promise<OpenThread> {
    const id = shown.get(workspace)?.id ?? (await threads.last(workspace).catch(() => null));
    if (id === null || (await deps.opening.begin(id))) return current(workspace);
    const { digest = emptyDigest } = (await index.find(id)) ?? {};
    deps.showNotice(noticeOfDeaths(titleOf(digest), threads.pathOf(id)));
    return put(adopt(threads.create(workspace)));
  }

  function isWanted(thread: OpenThread): boolean {
    const isShown = shown.get(thread.workspace) === thread && thread.workspace === deps.workspacePath();
    return isShown || thread === ahead || thread.running !== null || uses.has(thread.id);
  }

  /** Nothing goes on in it any more: it is closed, unless it is wanted. */
  function settle(thread: OpenThread): void {
    if (open.get(thread.id) === thread && !isWanted(thread)) void shut(thread);
  }

  function shut(thread: OpenThread): Promise<void> {
    const { id, workspace } = thread;
    open.delete(id);
    if (shown.get(workspace) === thread) shown.delete(workspace);
    const closed = (async () => {
      // A thread that cannot be written stays in memory, where it is tried again.
      if (await thread.close()) await index.keep(id);
      else if (!taken.has(id)) open.set(id, thread);
      closing.delete(id);
    })();
    closing.set(id, closed);
    return closed;
  }

  /** Does something with a thread, which stays open for that long. null, throws: as `show`, or as `work` does */
  const use = <T>(id: string, work: (thread: OpenThread) => Promise<T>): Promise<T | null> =>
    hold(id, (thread) => {
      tell(thread);
      return work(thread);
    });

  async function hold<T>(id: string, work: (thread: OpenThread) => Promise<T>): Promise<T | null> {
    const those = uses.get(id) ?? new Set();
    uses.set(id, those);
    const workspace = deps.workspacePath();
    // Taken away meanwhile: nothing begins in it any more.
    const used = find(id, workspace).then((thread) => (thread && !taken.has(id) ? work(thread) : null));
    those.add(used);
    try {
      return await used;
    } finally {
      those.delete(used);
      if (those.size === 0) uses.delete(id);
      const thread = open.get(id);
      if (thread) settle(thread);
    }
  }

  async function endRunning(id: string): Promise<void> {
    for (let running = open.get(id)?.running; running; running = open.get(id)?.running) {
      running.controller.abort();
      await running.done;
    }
  }

  return {
    get: (id: string) => open.get(id),
    open: () => [...open.values()],
    /** Whether the open workspace shows it. */
    isShown: (id: string): boolean => shown.get(deps.workspacePath())?.id === id,
    /** The thread that the open workspace shows. */
    shown: () => inTurn(current),
    /** The same for a window that comes up; another one where that ended windows. */
    first: () => inTurn(comingUp),
    /** Shows a new one; one in which nothing was said is new enough. */
    showNew: () =>
      inTurn(async (workspace) => {
        const present = await current(workspace);
        return isUnused(present) ? present : put(adopt(threads.create(workspace)));
      }),
    /** null: there is none of this id in the open workspace. @throws when it cannot be read */
    show: (id: string) =>
      inTurn(async (workspace) => {
        let isThere = false;
        const thread = await use(id, async (found) => {
          isThere = found.workspace === workspace;
          return isThere ? put(found, shown.get(workspace) !== found) : null;
        });
        return isThere ? thread : null;
      }),
    /** It may be shown next: it stays open until one is shown, or another is read ahead. null, throws: as `show` */
    readAhead: (id: string) =>
      hold(id, async (found) => {
        const before = ahead;
        ahead = found;
        if (before) settle(before);
        return found;
      }),
    use,
    /** Does something with a new thread, which is not shown. null: it was taken away at once */
    withNew: <T>(workspace: string, work: (thread: OpenThread) => Promise<T>): Promise<T | null> =>
      hold(adopt(threads.create(workspace)).id, work),
    settle,
    /** Closes a thread for good, once what goes on in it has ended; another one is shown in its place. */
    async takeAway(id: string) {
      taken.add(id);
      await endRunning(id);
      await inTurn(async (workspace) => {
        const shownId = shown.get(workspace)?.id ?? (await threads.last(workspace));
        if (shownId === id) put(adopt(threads.create(workspace)));
        // Before its file goes: a start after a crash must not take its id for that of a thread not yet written.
        await threads.flush();
      });
      while (uses.has(id)) {
        await endRunning(id);
        await Promise.allSettled(uses.get(id) ?? []);
      }
      await endRunning(id);
      const left = open.get(id);
      if (left) await shut(left);
      await closing.get(id);
    },
    /** It was put back. */
    allow: (id: string) => void taken.delete(id),
    async close() {
      await oneAtATime(() => {});
      await Promise.all([...open.values()].map(shut));
      await Promise.all(closing.values());
    },
  };
}

/** Nothing was said in it yet. */
export const isUnused = ({ entries }: OpenThread): boolean => entries.every(({ kind }) => decisions.has(kind));

const decisions: ReadonlySet<ThreadEntry['kind']> = new Set(['title', 'archived', 'limit', 'setup']);

function noticeOfUnreadable({ id, path, unreadable }: ThreadFile): Notice {
  const lines =
    unreadable === 1
      ? 'One line of this thread could not be read. It is kept'
      : `${unreadable} lines of this thread could not be read. They are kept`;
  return { id: `thread-lines-unreadable:${id}`, severity: 'warning', text: `${lines} in ${path}.`, actions: [] };
}

const noticeOfLeftOut = ({ id, path, size }: ThreadFile): Notice => ({
  id: `thread-left-out:${id}`,
  severity: 'info',
  text: `This thread is long (${formatBytes(size)}): only its end is shown and sent to models. All of it is in ${path}.`,
  actions: [],
});

function noticeOfDeaths(title: string, path: string): Notice {
  const which = title === '' ? 'the last thread' : `the thread “${title}”`;
  const text = `The window stopped twice while opening ${which}, so this is a new one. The other is still in the list of threads, and in ${path}.`;
  return { id: 'thread-ends-window', severity: 'warning', text, actions: [] };
}

/** Decisions in the part of a long thread that was not read. */
const decidedIn = ({ at, title, isArchived, answerer, agentSessions }: ThreadDigest = emptyDigest): ThreadEntry[] => [
  ...(title ? [{ kind: 'title', at, ...title } as const] : []),
  ...(isArchived ? [{ kind: 'archived', at, isArchived } as const] : []),
  ...(answerer ? [{ kind: 'answerer', at, ...answerer } as const] : []),
  // Without it the agent would begin anew, and know nothing of the thread.
  ...Object.entries(agentSessions).map(
    ([agent, sessionId]) => ({ kind: 'agent-session', at, agent, sessionId }) as const,
  ),
];
