import { isDeepStrictEqual } from 'node:util';
import type { Result } from '../../../shared/contract/errors.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { AgentLaunch } from '../agent-launch.ts';
import { type AgentLink, type RunningAgentDeps, startAgent } from './running-agent.ts';

export interface AgentLinksDeps extends RunningAgentDeps {
  launchOf(agent: string): Promise<Result<AgentLaunch>>;
}

/** A process, and how it was started. */
interface Running {
  readonly launch: AgentLaunch;
  readonly link: Promise<AgentLink>;
  /** Once it has started. */
  started: AgentLink | null;
}

/**
 * The processes of agents: one for each agent and folder, started when it is wanted. When an agent would be started otherwise
 * by now, as a key was set or another version installed, whoever asks next gets a new process; and so when it has ended.
 */
export function createAgentLinks(deps: AgentLinksDeps) {
  /** Those that whoever asks gets. */
  const links = new Map<string, Running>();
  /** With those that nobody new gets, until they are gone. */
  const all = new Set<Running>();
  const closing = new AbortController();

  function begin(key: string, agent: string, launch: AgentLaunch, cwd: string): Running {
    const onLeaving = () => {
      if (links.get(key) === running) links.delete(key);
    };
    const onGone = () => {
      onLeaving();
      all.delete(running);
    };
    const link = startAgent(deps, { agent, launch, cwd, signal: closing.signal, onLeaving, onGone });
    const running: Running = { launch, link, started: null };
    links.set(key, running);
    all.add(running);
    link.then((started) => {
      running.started = started;
    }, onGone);
    return running;
  }

  return {
    /** @throws {FailureError} when it cannot be started */
    async of(agent: string, cwd: string): Promise<AgentLink> {
      const key = `${agent}\n${cwd}`;
      const launch = await deps.launchOf(agent);
      const present = links.get(key);
      const isAlive = present && !present.started?.connection.isOver();
      // One that runs does not need what cannot be read now.
      if (isAlive && (!launch.ok || isDeepStrictEqual(present.launch, launch.value))) return present.link;
      if (!launch.ok) throw new FailureError(launch.failure);
      closing.signal.throwIfAborted();
      const running = begin(key, agent, launch.value, cwd);
      void present?.link.then((link) => link.retire()).catch(() => {});
      return running.link;
    },
    /** Ends all processes. */
    async close() {
      closing.abort();
      links.clear();
      await Promise.allSettled([...all].map(async ({ link }) => (await link).connection.close()));
    },
  };
}
