import { homedir } from 'node:os';
import { stopped } from '../../shared/bounded.ts';
import type { SeenQuestion } from '../../shared/contract/agent-servers/agent-item.ts';
import type { PermissionReach } from '../../shared/contract/agent-servers/agent-permission.ts';
import type { AgentSessionState, KeptSessionPage } from '../../shared/contract/agent-servers/agent-session.ts';
import { FailureError, fail, ok, type Result, resultOf } from '../../shared/contract/errors.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { AnswerEnd } from '../../shared/contract/thread.ts';
import { endOfApp, folderOf, type OpenThread } from '../agent/threads/open-thread.ts';
import { type AgentsAtWork, workingWhileWatched } from './agents-at-work.ts';
import type { AgentCatalog } from './catalog/agent-catalog.ts';
import type { AgentPermissions } from './permissions/agent-permissions.ts';
import { type SessionLimits, sessionLimits } from './session-limits.ts';
import { type AgentLinksDeps, createAgentLinks } from './sessions/agent-links.ts';
import { handoverOf } from './sessions/hand-over.ts';
import { type AskedPrompt, promptBlocks } from './sessions/prompt-blocks.ts';
import { promptText } from './sessions/prompt-text.ts';
import { whileUnderWay } from './sessions/running-agent.ts';
import { createServedThreads, type ServedSession } from './sessions/served-threads.ts';
import { createThreadSession, type ThreadSession, type ThreadSessionDeps } from './sessions/thread-session.ts';
import { createUnusedSessions } from './sessions/unused/unused-sessions.ts';

export interface AgentServersDeps
  extends Pick<AgentLinksDeps, 'connect' | 'terminalsOf' | 'elicit' | 'log'>,
    Pick<ThreadSessionDeps, 'changes' | 'sizeLimits'> {
  readonly catalog: Pick<AgentCatalog, 'launchOf' | 'usable'>;
  readonly atWork: Pick<AgentsAtWork, 'begin'>;
  readonly permissions: AgentPermissions;
  publish(event: Extract<MainEvent, { type: 'agent-session' }>): void;
  readonly limits?: Partial<SessionLimits>;
}

/** The threads in which agents answer. */
export interface ServedThreads {
  /** A thread that is open stays so until this settles. */
  hold(threadId: string, until: Promise<unknown>): void;
  /** Whether a person looks at it, or can at once. */
  isShown(threadId: string): boolean;
  /** An agent asks the person something in a thread, or does so no more. */
  onAsking(): void;
}

export interface PromptForAgent extends AskedPrompt {
  readonly promptId: string;
  readonly signal: AbortSignal;
  /** How an answer that was stopped ended. */
  endOf(signal: AbortSignal): AnswerEnd;
}

/** A prompt that is not sent yet. */
export interface PromptDraft extends AskedPrompt {
  readonly promptId: string | null;
}

export type AgentServers = ReturnType<typeof createAgentServers>;

const noImages = (name: string): FailureError =>
  new FailureError({
    code: 'invalid-request',
    message: `${name} does not accept images. Remove them, or choose another agent or model.`,
  });

const notAwaited = fail('invalid-request', 'The agent does not wait for this answer any more.');

/** Answers threads by the processes of agents, of which each has a session for each thread. */
export function createAgentServers(deps: AgentServersDeps, threads: ServedThreads) {
  const { catalog } = deps;
  const limits = { ...sessionLimits, ...deps.limits };
  const links = createAgentLinks({ ...deps, launchOf: catalog.launchOf, unusedMs: limits.unusedMs });
  const sessions = createServedThreads();
  const closing = new Set<Promise<void>>();
  /** Of sessions that were closed as nobody used them, by thread and agent, as they were. */
  const closed = new Map<string, Map<string, AgentSessionState>>();
  const unused = createUnusedSessions({
    all: () =>
      sessions
        .threadIds()
        .flatMap((id) => sessions.of(id).map((session) => ({ session, isShown: threads.isShown(id) }))),
    close: closeUnused,
    limits,
  });

  function open(thread: OpenThread, agent: string, name: string): ThreadSession {
    const { promise: over, resolve: release } = Promise.withResolvers<void>();
    const { changes, atWork } = deps;
    const before = closed.get(thread.id)?.get(agent);
    closed.get(thread.id)?.delete(agent);
    const session = createThreadSession({
      ...deps,
      changes: { ...changes, beforeCommand: workingWhileWatched(atWork, name, changes.beforeCommand) },
      ...{ agent, name, thread, limits, before },
      link: (cwd) => links.of(agent, cwd),
      elicit: (elicitation, signal) => deps.elicit(name, elicitation, signal),
      publish(state) {
        if (sessions.present(thread.id) === session) publish(thread.id, state);
      },
      onAsking: threads.onAsking,
      onDone: unused.look,
      onLost(program) {
        if (before) unused.distrust(program);
      },
    });
    threads.hold(thread.id, over);
    sessions.add(thread.id, { session, release });
    return session;
  }

  const publish = (threadId: string, session: AgentSessionState | null): void =>
    deps.publish({ type: 'agent-session', threadId, session });

  /** All sessions of a thread end. @param keptMs for which their agents keep them open */
  function close(threadId: string, end?: AnswerEnd, keptMs?: number): void {
    const all = sessions.takeAway(threadId);
    if (all.length === 0) return;
    publish(threadId, null);
    for (const served of all) endSession(served, end, keptMs);
  }

  function endSession({ session, release }: ServedSession, end?: AnswerEnd, keptMs?: number): void {
    const over = session.close(end, keptMs).finally(release);
    closing.add(over);
    void over.finally(() => closing.delete(over));
  }

  /** The thread has it opened again when it is wanted. */
  function closeUnused(session: ThreadSession): void {
    const { threadId, agent } = session;
    const isPresent = sessions.present(threadId) === session;
    const served = sessions.take(threadId, session);
    if (!served) return;
    const its = closed.get(threadId) ?? new Map<string, AgentSessionState>();
    closed.set(threadId, its.set(agent, session.state()));
    if (isPresent) publish(threadId, null);
    endSession(served);
  }

  /** The session of a thread with this agent, in which it goes on. Those with others stay, for when it is handed back. */
  function sessionOf(thread: OpenThread, agent: string): Result<ThreadSession> {
    const usable = catalog.usable(agent);
    if (!usable.ok) return usable;
    const before = sessions.present(thread.id);
    if (before?.agent === agent) return ok(before);
    const known = sessions.show(thread.id, agent);
    if (known) publish(thread.id, known.state());
    return ok(known ?? open(thread, agent, usable.value.name));
  }

  /** Does something with the session in which a thread goes on. */
  async function inSession(threadId: string, work: (session: ThreadSession) => unknown): Promise<Result<null>> {
    const session = sessions.present(threadId);
    if (!session) return fail('agent-gone', 'No agent runs in this thread.');
    return resultOf(async () => {
      await work(session);
      return null;
    });
  }

  /** Does something with the session in which a question waits. */
  async function whereAsked(threadId: string, { id }: SeenQuestion, work: (session: ThreadSession) => unknown) {
    const asking = sessions.of(threadId).find((session) => session.asks(id));
    if (!asking) return notAwaited;
    return resultOf(async () => {
      await work(asking);
      return null;
    });
  }

  const linkIn = (session: ThreadSession) => {
    const link = session.link();
    if (!link) throw stopped();
    return link;
  };

  return {
    /** Whether there is such an agent, and its name. */
    usable: catalog.usable,
    /** Answers a prompt that is in the thread. Resolves when that is over; a failure is how the answer ended. */
    async answer(thread: OpenThread, agent: string, { promptId, signal, endOf, ...asked }: PromptForAgent) {
      const session = sessionOf(thread, agent);
      if (!session.ok) return session;
      const blocks: Parameters<ThreadSession['answer']>[0]['blocks'] = ({ can }, folder) => {
        if ((asked.images?.length ?? 0) > 0 && !can.images) throw noImages(session.value.name);
        const handover = handoverOf(thread.view, agent, promptId);
        if (handover) thread.append([handover]);
        return [
          ...promptBlocks(asked, can, folder),
          ...(handover ? [{ type: 'text', text: handover.text } as const] : []),
        ];
      };
      await session.value.answer({ promptId, blocks, signal }, endOf);
      return ok(null);
    },
    /** What an agent is given with a prompt, as Markdown. @param promptId the earlier one whose place it takes; null: it is the next */
    promptText(thread: OpenThread, agent: string, { promptId, ...asked }: PromptDraft): Result<string> {
      const usable = catalog.usable(agent);
      if (!usable.ok) return usable;
      const folder = folderOf(thread) ?? homedir();
      const blocks = promptBlocks(asked, { contents: true }, folder);
      const { text = '' } = handoverOf(thread.view, agent, promptId) ?? {};
      return ok(promptText(usable.value.name, blocks, text));
    },
    /** Starts the agent of a thread and its session, so that its commands and options are there before the first prompt. */
    async prepare(thread: OpenThread, agent: string): Promise<Result<null>> {
      const session = sessionOf(thread, agent);
      if (!session.ok) return session;
      return resultOf(async () => {
        await session.value.prepare(new AbortController().signal);
        return null;
      });
    },
    /** Sessions that an agent has kept of a folder. @param folder null: of none, where agents run in the home folder */
    async keptSessions(agent: string, folder: string | null, cursor: string | null): Promise<Result<KeptSessionPage>> {
      const usable = catalog.usable(agent);
      if (!usable.ok) return usable;
      const cwd = folder ?? homedir();
      return resultOf(async () => {
        return whileUnderWay(await links.of(agent, cwd), async ({ can, listSessions }) => {
          if (can.list) return listSessions(cwd, cursor, new AbortController().signal);
          const message = `${usable.value.name} does not tell which sessions it has kept.`;
          throw new FailureError({ code: 'agent-unable', message });
        });
      });
    },
    /** The thread goes on with a session that an agent has kept, and gets what was said in it. */
    async openKept(thread: OpenThread, agent: string, sessionId: string): Promise<Result<null>> {
      close(thread.id);
      closed.delete(thread.id);
      const session = sessionOf(thread, agent);
      if (!session.ok) return session;
      const opened = await resultOf(() => session.value.openKept(sessionId, new AbortController().signal));
      if (opened.ok) return ok(null);
      close(thread.id);
      return opened;
    },
    /** null: no agent has a session for it. */
    stateOf: (threadId: string): AgentSessionState | null => sessions.present(threadId)?.state() ?? null,
    isAsking: (threadId: string): boolean => sessions.of(threadId).some((session) => session.isAsking()),
    answerQuestion: (threadId: string, seen: SeenQuestion, optionId: string | null): Promise<Result<null>> =>
      whereAsked(threadId, seen, (session) => session.answerQuestion(seen, optionId)),
    /** Allows what a question asks, and the same from now on. Others that ask the same are answered, too. */
    allowFromNowOn: (threadId: string, seen: SeenQuestion, reach: PermissionReach): Promise<Result<null>> =>
      whereAsked(threadId, seen, async (session) => {
        await session.allowFromNowOn(seen, reach);
        const all = sessions.threadIds().flatMap(sessions.of);
        await Promise.all(all.map((each) => each.lookAtQuestions()));
      }),
    setOption: (threadId: string, id: string, value: string | boolean) =>
      inSession(threadId, (session) => session.setOption(id, value)),
    /** Asks the agent to end what it does of itself in a thread. */
    stop(threadId: string): void {
      for (const session of sessions.of(threadId)) session.stopUnprompted();
    },
    /** The thread goes on in a new session of the agent, which is given what was said. */
    newSession: (threadId: string) => inSession(threadId, (session) => session.forgetSession()),
    /** @param methodId one of `AgentSessionState.signIn` */
    signIn: (threadId: string, methodId: string, signal: AbortSignal) =>
      inSession(threadId, async (session) => {
        await whileUnderWay(linkIn(session), ({ authenticate }) => authenticate(methodId, signal));
        await session.prepare(signal);
      }),
    signOut: (threadId: string) => inSession(threadId, (session) => session.signOut()),
    /** Another thread is shown. */
    shown: unused.look,
    /** The thread is gone, and may be restored. */
    forget(threadId: string) {
      closed.delete(threadId);
      deps.permissions.forgetThread(threadId);
      close(threadId, undefined, limits.undoMs);
    },
    /** Ends all processes. */
    async close() {
      unused.end();
      for (const threadId of sessions.threadIds()) close(threadId, endOfApp);
      await links.close();
      await Promise.all(closing);
    },
  };
}
