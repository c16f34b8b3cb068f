import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { Elicitation, ElicitationAnswer } from '../../../shared/contract/agent-servers/elicitation.ts';
import type { Failure } from '../../../shared/contract/errors.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { AgentLaunch } from '../agent-launch.ts';
import type { AgentClient, AgentConnection, AgentTerminals } from '../connection/agent-connection.ts';

/** What of a connection concerns one session. */
export interface SessionListener {
  readonly ask: WithoutSession<AgentClient['ask']>;
  readonly readText: WithoutSession<AgentClient['readText']>;
  readonly writeText: WithoutSession<AgentClient['writeText']>;
  readonly elicit: WithoutSession<AgentClient['elicit']>;
  /** @throws {FailureError} when nothing new may be run in it */
  mayRun(): void;
  updated(updates: readonly AgentUpdate[]): void;
  /** The connection is over, after all updates. */
  gone(failure: Failure): void;
}
type WithoutSession<F> = F extends (sessionId: never, ...rest: infer R) => infer P ? (...rest: R) => P : never;

/** A connection, and who listens to its sessions. */
export interface AgentLink {
  readonly connection: AgentConnection;
  /** As in `AgentLaunch`. */
  readonly program: string;
  /** @param cwd where its commands run @returns ends that, and what the session runs */
  attach(sessionId: string, cwd: string, listener: SessionListener): () => void;
  /** Something begins that the process has to stay for. */
  begin(): UnderWay;
  /** Ends the process once no session is attached. */
  retire(): void;
  /** Ends what a session runs. @param since what has begun by then, as `performance.now()`, goes on */
  endCommands(sessionId: string, since: number): Promise<void>;
}

/** Something that a process does for a thread. */
export interface UnderWay {
  end(): void;
  /**
   * It does not end, so the process has to. What it does for other threads goes on until it is over; whoever asks from now on
   * gets another process.
   * @returns whether it has ended now
   */
  giveUp(): Promise<boolean>;
}

/** The terminals of a connection. */
export interface SessionTerminals extends AgentTerminals {
  endCommands(sessionId: string, since: number): Promise<void>;
  endSession(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

export interface RunningAgentDeps {
  /** @param folder where the process runs, absolute */
  connect(launch: AgentLaunch, client: AgentClient, folder: string, signal: AbortSignal): Promise<AgentConnection>;
  terminalsOf(of: {
    folderOf(sessionId: string): string;
    updated(sessionId: string, updates: readonly AgentUpdate[]): void;
  }): SessionTerminals;
  /** @param agentName as the person knows it */
  elicit(agentName: string, elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer>;
  /** A line of the standard error of an agent. */
  log(agent: string, line: string): void;
  /** Milliseconds for which a process waits for another session; then it ends. */
  readonly unusedMs: number;
}

/** How a process is started. */
export interface AgentStart {
  /** An agent reference. */
  readonly agent: string;
  readonly launch: AgentLaunch;
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Nobody new may get it. */
  onLeaving(): void;
  onGone(): void;
}

/** Updates that are held for a session of which nobody has heard: those that come with the answer that names it. */
const mostHeld = 10_000;

/** Starts a process of an agent. @throws {FailureError} when it cannot be started */
export async function startAgent(deps: RunningAgentDeps, start: AgentStart): Promise<AgentLink> {
  const { agent, launch, cwd, onLeaving } = start;
  const listeners = new Map<string, { readonly cwd: string; readonly listener: SessionListener }>();
  const held = new Map<string, AgentUpdate[]>();
  const underWay = new Set<UnderWay>();
  let endsWhen: 'unused-for-long' | 'nobody-listens' | 'nothing-is-under-way' = 'unused-for-long';
  let unused: NodeJS.Timeout | undefined;

  function updated(sessionId: string, updates: readonly AgentUpdate[]): void {
    const found = listeners.get(sessionId);
    if (found) return found.listener.updated(updates);
    const waiting = held.get(sessionId) ?? [];
    held.set(sessionId, waiting);
    if (waiting.length + updates.length <= mostHeld) waiting.push(...updates);
  }
  const folderOf = (sessionId: string): string => listeners.get(sessionId)?.cwd ?? cwd;
  const terminals = deps.terminalsOf({ folderOf, updated });
  const of = (sessionId: string): SessionListener => {
    const found = listeners.get(sessionId);
    if (found) return found.listener;
    const message = `There is no session “${sessionId.slice(0, 100)}”, or it was closed.`;
    throw new FailureError({ code: 'invalid-request', message });
  };
  const connection = await deps.connect(
    launch,
    {
      updated,
      ask: async (sessionId, ...asked) => of(sessionId).ask(...asked),
      readText: async (sessionId, ...asked) => of(sessionId).readText(...asked),
      writeText: async (sessionId, ...asked) => of(sessionId).writeText(...asked),
      elicit: async (sessionId, ...asked) =>
        sessionId === null ? deps.elicit(launch.name, ...asked) : of(sessionId).elicit(...asked),
      terminals: {
        ...terminals,
        async create(sessionId, command) {
          listeners.get(sessionId)?.listener.mayRun();
          return terminals.create(sessionId, command);
        },
      },
      logged: (line) => deps.log(agent, line),
      gone(failure) {
        start.onGone();
        clearTimeout(unused);
        void terminals.close();
        for (const { listener } of [...listeners.values()]) listener.gone(failure);
      },
    },
    cwd,
    start.signal,
  );

  /** @returns whether it has ended */
  async function endIfUnused(): Promise<boolean> {
    clearTimeout(unused);
    const isUsed = underWay.size > 0 || (endsWhen !== 'nothing-is-under-way' && listeners.size > 0);
    if (isUsed) return false;
    if (endsWhen === 'unused-for-long') {
      unused = setTimeout(end, deps.unusedMs).unref();
      return false;
    }
    await end();
    return true;
  }

  function end(): Promise<void> {
    onLeaving();
    return connection.close();
  }

  // Whoever wanted it may be gone.
  void endIfUnused();
  return {
    connection,
    program: launch.program,
    begin() {
      const one: UnderWay = {
        end() {
          if (underWay.delete(one)) void endIfUnused();
        },
        giveUp() {
          underWay.delete(one);
          endsWhen = 'nothing-is-under-way';
          onLeaving();
          return endIfUnused();
        },
      };
      clearTimeout(unused);
      underWay.add(one);
      return one;
    },
    endCommands: terminals.endCommands,
    retire() {
      if (endsWhen === 'unused-for-long') endsWhen = 'nobody-listens';
      void endIfUnused();
    },
    attach(sessionId, its, listener) {
      const own = { cwd: its, listener };
      clearTimeout(unused);
      listeners.set(sessionId, own);
      const waiting = held.get(sessionId) ?? [];
      held.delete(sessionId);
      if (waiting.length > 0) listener.updated(waiting);
      return () => {
        if (listeners.get(sessionId) !== own) return;
        listeners.delete(sessionId);
        void terminals.endSession(sessionId);
        void endIfUnused();
      };
    },
  };
}

/** Asks something of a process, which stays for it. */
export async function whileUnderWay<T>(link: AgentLink, ask: (connection: AgentConnection) => Promise<T>): Promise<T> {
  const underWay = link.begin();
  try {
    return await ask(link.connection);
  } finally {
    underWay.end();
  }
}
