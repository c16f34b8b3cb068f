import type { StoreApi } from 'zustand/vanilla';
import type { Draft } from '../../../shared/contract/thread.ts';
import { type AgentState, emptySession, type ThreadSession } from './agent-state.ts';

/** A handle to a thread: a late result is applied to the thread that it belongs to. */
export interface SessionRef {
  /** null until main has told the thread. */
  readonly threadId: string | null;
  get(): ThreadSession;
  change(change: (session: ThreadSession) => Partial<ThreadSession>): void;
}

export interface ThreadSessions {
  /** The thread on the screen. */
  shown(): SessionRef;
  /** undefined: this window has not shown it yet. */
  of(threadId: string): SessionRef | undefined;
  all(): Iterable<SessionRef>;
  /**
   * Puts a thread on the screen, with its state from main.
   * @param left the draft that an earlier window left in it
   */
  show(threadId: string, told: Partial<ThreadSession>, left: Draft): void;
  /** The same for a thread that is not to be seen yet. */
  keep(threadId: string, told: Partial<ThreadSession>, left: Draft): void;
}

/** Number of threads whose views are kept for the next time they are shown. */
const maxViews = 6;
const beginning = '';

export function createThreadSessions({ getState, setState }: Pick<StoreApi<AgentState>, 'getState' | 'setState'>) {
  const known = new Map<string, SessionRef & { key: string }>();
  let begun = createRef(beginning);

  function createRef(first: string): SessionRef & { key: string } {
    const ref = {
      key: first,
      get threadId() {
        return ref.key === beginning ? null : ref.key;
      },
      get: () => getState().sessions[ref.key] ?? emptySession,
      change(change: (session: ThreadSession) => Partial<ThreadSession>) {
        const session = ref.get();
        const changed = change(session);
        if (Object.keys(changed).length === 0) return;
        setState(({ sessions }) => ({ sessions: { ...sessions, [ref.key]: { ...session, ...changed } } }));
      },
    };
    return ref;
  }

  /** Work begun before there was a thread belongs to the first one. */
  function firstOf(threadId: string, left: Draft): ThreadSession {
    const session = begun.get();
    begun.key = threadId;
    known.set(threadId, begun);
    begun = createRef(beginning);
    return { ...session, draft: session.draft || left.text, images: [...left.images, ...session.images] };
  }

  function newOf(threadId: string, left: Draft): ThreadSession {
    known.set(threadId, createRef(threadId));
    return { ...emptySession, draft: left.text, images: left.images };
  }

  function put(
    threadId: string,
    session: ThreadSession,
    others: AgentState['sessions'],
    shown = getState().shown,
  ): void {
    const ref = known.get(threadId);
    // Moved to the end, as the one shown last.
    if (ref && known.delete(threadId)) known.set(threadId, ref);
    setState({ shown, sessions: withoutOldViews({ ...others, [threadId]: session }, [...known.keys()]) });
  }

  const sessions: ThreadSessions = {
    shown: () => known.get(getState().shown) ?? begun,
    of: (threadId) => known.get(threadId),
    all: () => known.values(),
    show(threadId, told, left) {
      const isFirst = getState().shown === beginning;
      const session = known.get(threadId)?.get() ?? (isFirst ? firstOf(threadId, left) : newOf(threadId, left));
      const { [beginning]: _, ...others } = getState().sessions;
      put(threadId, { ...session, ...told, threadId }, others, threadId);
    },
    keep(threadId, told, left) {
      const session = known.get(threadId)?.get() ?? newOf(threadId, left);
      put(threadId, { ...session, ...told, threadId }, getState().sessions);
    },
  };
  return sessions;
}

/** @param order thread ids, by when they were last shown */
function withoutOldViews(sessions: AgentState['sessions'], order: readonly string[]): AgentState['sessions'] {
  const { view, entryCount } = emptySession;
  const old = order.slice(0, -maxViews).flatMap((id) => {
    const session = sessions[id];
    return session && session.entryCount !== null ? [[id, { ...session, view, entryCount }] as const] : [];
  });
  return old.length === 0 ? sessions : { ...sessions, ...Object.fromEntries(old) };
}
