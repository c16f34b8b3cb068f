import { ok, type Result, toFailure } from '../../../shared/contract/errors.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { Draft, ThreadEntry, ThreadPart, ThreadSnapshot } from '../../../shared/contract/thread.ts';
import { appendEntries, foldThread } from '../../../shared/thread/fold-thread.ts';
import type { ThreadSession } from './agent-state.ts';
import { createEntryInbox } from './entry-inbox.ts';
import { problemOf } from './failure-of.ts';
import { arrivedWith } from './outgoing-prompts.ts';
import type { ThreadSessions } from './thread-sessions.ts';

type StatusEvent = Extract<MainEvent, { type: 'answer-activity' | 'context-use' }>;
export type ThreadEvent = Extract<MainEvent, { type: 'thread-entries' }> | StatusEvent;

export interface ThreadFeedEffects {
  readonly sessions: ThreadSessions;
  /** Runs a task before the next frame. */
  schedule(task: () => void): void;
  /** The current thread of the workspace. */
  current(): Promise<ThreadSnapshot>;
  /** @param have the part of it that this window has, and need not get again */
  open(threadId: string, have: ThreadPart | undefined, isForced?: boolean): Promise<Result<ThreadSnapshot>>;
  /** Whether an extension may hold back that another thread is shown. */
  mayBeHeldBack(): boolean;
  /** The same for a thread that is not to be shown yet. */
  readAhead(threadId: string): Promise<Result<ThreadSnapshot>>;
}

/**
 * Applies main's events to their threads, shown or not: streaming entries are folded once a frame, and a gap is filled
 * from main's snapshot. Threads that this window does not have are ignored.
 */
export function createThreadFeed(effects: ThreadFeedEffects) {
  const { sessions, schedule, current, open, mayBeHeldBack, readAhead } = effects;
  /** Shows what main says is to be shown. */
  const load = () => show(async () => ok(await current()));
  const inbox = createEntryInbox({
    schedule,
    countOf: (threadId) => sessions.of(threadId)?.get().entryCount ?? null,
    adopt: (threadId, entries) => sessions.of(threadId)?.change((session) => withEntries(session, entries)),
    mend(threadId) {
      if (sessions.shown().threadId === threadId) void load();
      // Requested when it is shown again.
      else sessions.of(threadId)?.change(() => ({ entryCount: null }));
    },
  });
  let asked = 0;
  /** Number of running requests. */
  let loads = 0;
  /** Status events during a request, which may be newer than its snapshot. */
  let newer: StatusEvent[] = [];

  const showStatus = (event: StatusEvent) =>
    sessions
      .of(event.threadId)
      ?.change(() =>
        event.type === 'context-use' ? { context: event.context } : { activity: event.activity, heardAt: Date.now() },
      );

  function put(snapshot: ThreadSnapshot): void {
    const { id, edition, from, entries, draft } = snapshot;
    const known = partOf(id);
    if (known?.edition === edition) {
      sessions.show(id, statusIn(snapshot), draft);
      // Some of them were told meanwhile.
      const news = entries.slice(known.count - from);
      if (news.length > 0) sessions.of(id)?.change((session) => withEntries(session, news));
    } else if (from > 0) {
      // This window's part was dropped meanwhile because of a gap: request all of it.
      return void show(() => open(id, undefined));
    } else {
      sessions.show(id, folded(snapshot), draft);
      // Prompts may have arrived while the thread was not followed.
      sessions.of(id)?.change((session) => arrivedWith(session, entries));
    }
    for (const event of newer) if (event.threadId === id) showStatus(event);
    inbox.flush();
  }

  /** Keeps a snapshot that was read ahead, unless the thread was loaded meanwhile. */
  function keep(snapshot: ThreadSnapshot): void {
    if (partOf(snapshot.id)) return;
    sessions.keep(snapshot.id, folded(snapshot), snapshot.draft);
    sessions.of(snapshot.id)?.change((session) => arrivedWith(session, snapshot.entries));
    inbox.flush();
  }

  function partOf(threadId: string): ThreadPart | undefined {
    const session = sessions.of(threadId)?.get();
    return session && session.entryCount !== null ? { edition: session.edition, count: session.entryCount } : undefined;
  }

  /**
   * Shows what main gives, unless another thread was asked for meanwhile.
   * @param anyway goes there although an extension held it back
   * @returns whether there was one to show
   */
  async function show(ask: () => Promise<Result<ThreadSnapshot>>, anyway: () => unknown = () => {}): Promise<boolean> {
    const turn = ++asked;
    const before = sessions.shown();
    if (loads++ === 0) newer = [];
    const release = inbox.expect();
    try {
      const result = await ask();
      if (turn === asked) {
        if (result.ok) put(result.value);
        else before.change(() => ({ problem: problemOf(result.failure, 'Switch anyway', anyway) }));
      }
      return result.ok;
    } catch (thrown) {
      if (turn === asked) before.change(() => ({ problem: toFailure(thrown) }));
      return false;
    } finally {
      loads--;
      release();
    }
  }

  const feed = {
    receive(event: ThreadEvent) {
      if (event.type === 'thread-entries') return inbox.add(event);
      if (loads > 0) newer.push(event);
      showStatus(event);
    },
    /**
     * Shows a thread: at once what this window has of it, unless it may be held back; then what main has besides.
     * @returns whether it could be opened
     */
    async open(threadId: string, isForced = false): Promise<boolean> {
      const before = sessions.shown().threadId;
      const kept = partOf(threadId);
      const isAhead = kept !== undefined && (isForced || !mayBeHeldBack());
      if (isAhead) sessions.show(threadId, {}, noDraft);
      const isOpen = await show(
        () => open(threadId, kept, isForced),
        () => feed.open(threadId, true),
      );
      if (!isOpen && isAhead && before !== null && sessions.shown().threadId === threadId) {
        sessions.show(before, { problem: sessions.of(threadId)?.get().problem ?? null }, noDraft);
      }
      return isOpen;
    },
    /** Has a thread ready that may be opened next. */
    async readAhead(threadId: string) {
      if (partOf(threadId)) return;
      const release = inbox.expect();
      try {
        const result = await readAhead(threadId);
        if (result.ok) keep(result.value);
      } catch {
        // A failure is reported when the thread is opened.
      } finally {
        release();
      }
    },
    show,
    load,
    isLoading: () => loads > 0,
  };
  return feed;
}

const statusIn = ({ activity, context }: ThreadSnapshot) => ({ activity, context, retrying: null });

/** @param snapshot of the whole thread */
function folded(snapshot: ThreadSnapshot): Partial<ThreadSession> {
  const { edition, entries } = snapshot;
  const view = foldThread(entries);
  const last = view.turns.at(-1);
  const leftUnanswered = last && last.answers.length === 0 ? last.promptId : null;
  return { ...statusIn(snapshot), view, edition, entryCount: entries.length, leftUnanswered, heardAt: Date.now() };
}

const noDraft: Draft = { text: '', images: [] };

function withEntries(session: ThreadSession, entries: readonly ThreadEntry[]): Partial<ThreadSession> {
  const isRetried = entries.some((entry) => entry.kind === 'answer-started' && entry.promptId === session.retrying);
  return {
    view: appendEntries(session.view, entries),
    entryCount: (session.entryCount ?? 0) + entries.length,
    heardAt: Date.now(),
    ...(isRetried && { retrying: null }),
    ...arrivedWith(session, entries),
  };
}
