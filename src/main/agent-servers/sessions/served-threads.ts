import type { ThreadSession } from './thread-session.ts';

export interface ServedSession {
  readonly session: ThreadSession;
  /** The thread need not stay open for it any more. */
  release(): void;
}

interface Served {
  readonly byAgent: Map<string, ServedSession>;
  /** Of the agent in which it goes on; null: that is closed. */
  present: ThreadSession | null;
}

/** The sessions of threads: a thread has one with each agent that it was given to, and goes on in one of them. */
export function createServedThreads() {
  const threads = new Map<string, Served>();

  return {
    threadIds: (): string[] => [...threads.keys()],
    /** All sessions of a thread. */
    of: (threadId: string): ThreadSession[] =>
      [...(threads.get(threadId)?.byAgent.values() ?? [])].map(({ session }) => session),
    /** The session in which a thread goes on; null: in none. */
    present: (threadId: string): ThreadSession | null => threads.get(threadId)?.present ?? null,
    /** A thread goes on in a new session. */
    add(threadId: string, served: ServedSession): void {
      const { session } = served;
      const { byAgent } = threads.get(threadId) ?? { byAgent: new Map() };
      byAgent.set(session.agent, served);
      threads.set(threadId, { byAgent, present: session });
    },
    /** A thread goes on in the session that it has with an agent. @returns null: it has none */
    show(threadId: string, agent: string): ThreadSession | null {
      const served = threads.get(threadId);
      const session = served?.byAgent.get(agent)?.session ?? null;
      if (served && session) served.present = session;
      return session;
    },
    /** A session is closed; the thread keeps those with other agents. @returns null: it had no such session */
    take(threadId: string, session: ThreadSession): ServedSession | null {
      const served = threads.get(threadId);
      const its = served?.byAgent.get(session.agent);
      if (!served || its?.session !== session) return null;
      served.byAgent.delete(session.agent);
      if (served.present === session) served.present = null;
      if (served.byAgent.size === 0) threads.delete(threadId);
      return its;
    },
    /** A thread has no session any more. @returns what it had */
    takeAway(threadId: string): ServedSession[] {
      const served = [...(threads.get(threadId)?.byAgent.values() ?? [])];
      threads.delete(threadId);
      return served;
    },
  };
}
