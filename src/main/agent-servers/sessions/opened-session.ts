import { abortable } from '../../../shared/bounded.ts';
import { toFailure } from '../../../shared/contract/errors.ts';
import type { SizeLimits } from '../../../shared/contract/size-limits.ts';
import { isEndOfApp, type OpenThread } from '../../agent/threads/open-thread.ts';
import { roomForHistory } from './history/history-room.ts';
import { missedHistory } from './history/missed-history.ts';
import { historyEntries } from './history/replayed-history.ts';
import { openSession } from './open-session.ts';
import type { AgentLink, SessionListener } from './running-agent.ts';
import { answersOf, isItem, placesIn, type ToldItems } from './told-items.ts';
import type { ToldState } from './told-state.ts';
import { chooseAgain } from './unused/chosen-options.ts';

export interface OpenedSessionDeps {
  /** An agent reference. */
  readonly agent: string;
  readonly name: string;
  readonly thread: OpenThread;
  /** Where the agent works. */
  readonly cwd: string;
  readonly items: ToldItems;
  readonly state: ToldState;
  readonly listener: SessionListener;
  sizeLimits(): SizeLimits;
  /** @throws {FailureError} when it cannot be started */
  link(cwd: string): Promise<AgentLink>;
  /** What was open is not any more. */
  onLeft(): void;
  /** The session is lost. @param program as in `AgentLaunch` */
  onLost(program: string): void;
  /** Once it aborts, nothing is opened. */
  readonly closing: AbortSignal;
}

/** A session that is open. */
export interface Opened {
  readonly link: AgentLink;
  readonly id: string;
  readonly detach: () => void;
}

/** The session that a thread has with its agent: opened when it is wanted, and again in another process if need be. */
export function createOpenedSession(deps: OpenedSessionDeps) {
  const { agent, name, thread, cwd, items, state, closing } = deps;
  let link: AgentLink | null = null;
  let opened: Opened | null = null;
  let opening: Promise<Opened> | null = null;
  /** The session that a person chose, until it is open. */
  let chosen: string | undefined;
  /** What the agent did not take of what was chosen before. */
  let left: readonly string[] = [];

  function open(signal: AbortSignal): Promise<Opened> {
    opening ??= connect().catch((thrown) => {
      opening = null;
      const failure = toFailure(thrown);
      state.set({ phase: failure.code === 'agent-signed-out' ? 'signed-out' : 'failed', failure });
      throw thrown;
    });
    return abortable(opening, signal);
  }

  async function connect(): Promise<Opened> {
    state.set({ phase: 'starting', failure: undefined });
    const its = await deps.link(cwd);
    closing.throwIfAborted();
    link = its;
    const { connection } = its;
    state.set({ signIn: connection.signIn, canSignOut: connection.can.logout });
    const kept = chosen ?? thread.view.agentSessions[agent];
    const { turns, unprompted } = thread.view;
    const isEmpty = turns.length === 0 && unprompted.length === 0;
    // Of what came after the end of the app, only a history tells.
    const isCutShort = isEndOfApp(answersOf(thread.view, agent, thread.view.sessionsLeft[agent]).at(-1)?.end);
    const underWay = its.begin();
    const session = await openSession({ connection, name }, kept, cwd, closing, isEmpty || isCutShort)
      .catch(async (thrown) => {
        const { code } = toFailure(thrown);
        if (code === 'agent-session-gone') deps.onLost(its.program);
        // It hangs: the next attempt gets another.
        if (code === 'timeout') await underWay.giveUp();
        throw thrown;
      })
      .finally(underWay.end);
    const of = { agent, name };
    const missed = isEmpty ? historyEntries(session.replayed, of) : missedHistory(thread.view, session.replayed, of);
    if (missed.length > 0) {
      thread.append(roomForHistory(missed, thread.size, deps.sizeLimits().thread, of));
      items.learn(placesIn(thread.view, agent));
    }
    const had = state.get();
    // Of a session that is gone on with, they are not told by all.
    const commands = session.commands.length > 0 ? session.commands : had.commands;
    state.set({ commands, options: session.options });
    for (const update of session.replayed) if (!isItem(update)) state.take(update);
    const detach = its.attach(session.id, cwd, deps.listener);
    const present: Opened = { link: its, id: session.id, detach };
    opened = present;
    left = await chooseAgain(connection, session.id, had.options, () => state.get().options);
    if (opened === present) state.set({ phase: 'ready' });
    return present;
  }

  /** The next who wants it opens it anew. @returns what was open */
  function leave(): Opened | null {
    const was = opened;
    was?.detach();
    if (was) deps.onLeft();
    opened = null;
    opening = null;
    return was;
  }

  /** The thread goes on in it from now on, also after the next start. */
  function note(sessionId: string): void {
    if (thread.view.agentSessions[agent] === sessionId) return;
    thread.append([{ kind: 'agent-session', at: Date.now(), agent, sessionId }]);
  }

  return {
    /** The process of the agent, also before its session is open. */
    link: () => link,
    /** What is open. */
    present: () => opened,
    /** @throws {FailureError} */
    open,
    /** Its process may be one from before a key was set, or of another version: then it goes on in the present one. */
    async renew(signal: AbortSignal): Promise<void> {
      if (!opened) return;
      const present = await abortable(deps.link(cwd), signal);
      if (opened && opened.link !== present) leave();
    },
    note,
    /** @returns what was chosen and is not so any more, in words; told once */
    takeLeft(): readonly string[] {
      const told = left;
      left = [];
      return told;
    },
    /** @throws {FailureError} it cannot be gone on with */
    async openKept(sessionId: string, signal: AbortSignal): Promise<void> {
      chosen = sessionId;
      try {
        await open(signal);
        note(sessionId);
      } finally {
        chosen = undefined;
      }
    },
    leave,
    /** Its process is gone. */
    lose(): void {
      leave();
      link = null;
    },
    /** Goes on without the session that it had. */
    async forget(): Promise<void> {
      const was = leave();
      items.forget();
      if (thread.view.agentSessions[agent] !== undefined) {
        thread.append([{ kind: 'agent-session', at: Date.now(), agent, sessionId: null }]);
      }
      await was?.link.connection.closeSession(was.id).catch(() => {});
    },
    /** It is over here. The thread does not wait for an agent that may never answer. @param keptMs for which the agent keeps it open */
    close(keptMs: number): void {
      const was = opened;
      opened = null;
      if (!was) return;
      was.detach();
      const { connection } = was.link;
      if (keptMs > 0) connection.leaveSession(was.id, keptMs);
      else void connection.closeSession(was.id).catch(() => {});
    },
  };
}
