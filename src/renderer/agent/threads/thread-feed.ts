import { ok, type Result, toFailure } from '../../../shared/contract/errors.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { ThreadEntry, ThreadSnapshot } from '../../../shared/contract/thread.ts';
import { appendEntries, foldThread } from '../../../shared/thread/fold-thread.ts';
import type { ThreadSession } from './agent-state.ts';
import { createEntryInbox } from './entry-inbox.ts';
import { arrivedWith } from './outgoing-prompts.ts';
import type { ThreadSessions } from './thread-sessions.ts';

type StatusEvent = Extract<MainEvent, { type: 'answer-activity' | 'context-use' }>;
export type ThreadEvent = Extract<MainEvent, { type: 'thread-entries' }> | StatusEvent;

export interface ThreadFeedEffects {
  readonly sessions: ThreadSessions;
  /** Runs a task before the next frame. */
  schedule(task: () => void): void;
  /** The thread that the workspace shows. */
  current(): Promise<ThreadSnapshot>;
}

export interface ThreadFeed {
  receive(event: ThreadEvent): void;
  /** Shows what main gives, unless another thread was asked for meanwhile. @returns whether there was one to show */
  show(ask: () => Promise<Result<ThreadSnapshot>>): Promise<boolean>;
  /** Shows what main says is to be shown. */
  load(): Promise<boolean>;
  isLoading(): boolean;
}

/**
 * Brings what main tells to the thread that it is of, shown or not: entries that stream in are folded once a frame, and a
 * gap is mended from main's snapshot. Threads that this window does not have are passed over.
 */
export function createThreadFeed({ sessions, schedule, current }: ThreadFeedEffects): ThreadFeed {
  const load = () => show(async () => ok(await current()));
  const inbox = createEntryInbox({
    schedule,
    countOf: (threadId) => sessions.of(threadId)?.get().entryCount ?? null,
    adopt: (threadId, entries) => sessions.of(threadId)?.change((session) => withEntries(session, entries)),
    mend(threadId) {
      if (sessions.shown().threadId === threadId) void load();
      // Asked for when it is shown again.
      else sessions.of(threadId)?.change(() => ({ entryCount: null }));
    },
  });
  let asked = 0;
  /** Requests under way. */
  let loads = 0;
  /** What came while a thread was asked for, which may be newer than the thread. */
  let newer: StatusEvent[] = [];

  const showStatus = (event: StatusEvent) =>
    sessions
      .of(event.threadId)
      ?.change(() => (event.type === 'context-use' ? { context: event.context } : { activity: event.activity }));

  function put({ id, entries, activity, context, draft }: ThreadSnapshot): void {
    const view = foldThread(entries);
    const last = view.turns.at(-1);
    const leftUnanswered = last && last.answers.length === 0 ? last.promptId : null;
    const told = { view, entryCount: entries.length, activity, context, retrying: null, leftUnanswered };
    sessions.show(id, told, draft);
    // What was sent may have come while nobody looked.
    sessions.of(id)?.change((session) => arrivedWith(session, entries));
    for (const event of newer) if (event.threadId === id) showStatus(event);
    inbox.flush();
  }

  async function show(ask: () => Promise<Result<ThreadSnapshot>>): Promise<boolean> {
    const turn = ++asked;
    const before = sessions.shown();
    if (loads++ === 0) newer = [];
    const release = inbox.expect();
    try {
      const result = await ask();
      if (turn === asked) {
        if (result.ok) put(result.value);
        else before.change(() => ({ problem: result.failure }));
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

  return {
    receive(event) {
      if (event.type === 'thread-entries') return inbox.add(event);
      if (loads > 0) newer.push(event);
      showStatus(event);
    },
    show,
    load,
    isLoading: () => loads > 0,
  };
}

function withEntries(session: ThreadSession, entries: readonly ThreadEntry[]): Partial<ThreadSession> {
  const isRetried = entries.some((entry) => entry.kind === 'answer-started' && entry.promptId === session.retrying);
  return {
    view: appendEntries(session.view, entries),
    entryCount: (session.entryCount ?? 0) + entries.length,
    ...(isRetried && { retrying: null }),
    ...arrivedWith(session, entries),
  };
}
