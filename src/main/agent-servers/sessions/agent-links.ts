import { isDeepStrictEqual } from 'node:util';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { Elicitation, ElicitationAnswer } from '../../../shared/contract/agent-servers/elicitation.ts';
import type { Failure, Result } from '../../../shared/contract/errors.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { AgentLaunch } from '../agent-launch.ts';
import type { AgentClient, AgentConnection, AgentTerminals } from '../connection/agent-connection.ts';

/** What of a connection concerns one session. */
export interface SessionListener {
  readonly ask: WithoutSession<AgentClient['ask']>;
  readonly readText: WithoutSession<AgentClient['readText']>;
  readonly writeText: WithoutSession<AgentClient['writeText']>;
  readonly elicit: WithoutSession<AgentClient['elicit']>;
  updated(updates: readonly AgentUpdate[]): void;
  /** The connection is over, after all updates. */
  gone(failure: Failure): void;
}
type WithoutSession<F> = F extends (sessionId: never, ...rest: infer R) => infer P ? (...rest: R) => P : never;

/** A connection, and who listens to its sessions. */
export interface AgentLink {
  readonly connection: AgentConnection;
  /** @param cwd where its commands run @returns ends that, and what the session runs */
  attach(sessionId: string, cwd: string, listener: SessionListener): () => void;
  /** Ends the process; the next that wants one starts another. */
  end(): Promise<void>;
}

/** The terminals of a connection. */
export interface SessionTerminals extends AgentTerminals {
  endSession(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

export interface AgentLinksDeps {
  launchOf(agent: string): Promise<Result<AgentLaunch>>;
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
}

/** Updates that are held for a session of which nobody has heard: those that come with the answer that names it. */
const mostHeld = 10_000;

/** A process, and how it was started. */
interface Running {
  readonly launch: AgentLaunch;
  readonly link: Promise<RetiringLink>;
}

type RetiringLink = AgentLink & {
  /** Ends the process once no session is attached. */
  retire(): void;
};

/**
 * The processes of agents: one for each agent and folder, started when it is wanted. When an agent would be started otherwise
 * by now, as a key was set or another version installed, whoever asks next gets a new process.
 */
export function createAgentLinks(deps: AgentLinksDeps) {
  const links = new Map<string, Running>();
  const closing = new AbortController();

  async function start(agent: string, launch: AgentLaunch, cwd: string, ended: () => void): Promise<RetiringLink> {
    const { name } = launch;
    let isRetired = false;
    const listeners = new Map<string, { readonly cwd: string; readonly listener: SessionListener }>();
    const held = new Map<string, AgentUpdate[]>();
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
          sessionId === null ? deps.elicit(name, ...asked) : of(sessionId).elicit(...asked),
        terminals,
        logged: (line) => deps.log(agent, line),
        gone(failure) {
          ended();
          void terminals.close();
          for (const { listener } of [...listeners.values()]) listener.gone(failure);
        },
      },
      cwd,
      closing.signal,
    );
    const endIfUnused = () => {
      if (isRetired && listeners.size === 0) void connection.close();
    };
    return {
      connection,
      end() {
        ended();
        return connection.close();
      },
      retire() {
        isRetired = true;
        endIfUnused();
      },
      attach(sessionId, its, listener) {
        const own = { cwd: its, listener };
        listeners.set(sessionId, own);
        const waiting = held.get(sessionId) ?? [];
        held.delete(sessionId);
        if (waiting.length > 0) listener.updated(waiting);
        return () => {
          if (listeners.get(sessionId) !== own) return;
          listeners.delete(sessionId);
          void terminals.endSession(sessionId);
          endIfUnused();
        };
      },
    };
  }

  return {
    /** @throws {FailureError} when it cannot be started */
    async of(agent: string, cwd: string): Promise<AgentLink> {
      const key = `${agent}\n${cwd}`;
      const launch = await deps.launchOf(agent);
      const present = links.get(key);
      // One that runs does not need what cannot be read now.
      if (present && (!launch.ok || isDeepStrictEqual(present.launch, launch.value))) return present.link;
      if (!launch.ok) throw new FailureError(launch.failure);
      closing.signal.throwIfAborted();
      const ended = () => {
        if (links.get(key) === running) links.delete(key);
      };
      const running: Running = { launch: launch.value, link: start(agent, launch.value, cwd, ended) };
      links.set(key, running);
      running.link.catch(ended);
      void present?.link.then((link) => link.retire()).catch(() => {});
      return running.link;
    },
    /** Ends all processes. */
    async close() {
      closing.abort();
      const all = [...links.values()];
      links.clear();
      await Promise.allSettled(all.map(async ({ link }) => (await link).connection.close()));
    },
  };
}
