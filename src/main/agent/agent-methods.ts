import { isAgentRef } from '../../shared/contract/agent-servers/agent-ref.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { RendererApi } from '../../shared/contract/renderer-api.ts';
import type { AgentServers } from '../agent-servers/agent-servers.ts';
import { withheld } from '../agent-servers/sessions/hand-over.ts';
import type { OpenThread } from './threads/open-thread.ts';
import type { ThreadSetups } from './threads/thread-setups.ts';

export type AgentMethods = Pick<
  RendererApi['agents'],
  | 'prepare'
  | 'session'
  | 'answerQuestion'
  | 'allowFromNowOn'
  | 'setOption'
  | 'newSession'
  | 'handOver'
  | 'signIn'
  | 'signOut'
  | 'sessions'
  | 'openSession'
>;

export interface AgentMethodsDeps {
  readonly agentServers: AgentServers;
  readonly setups: ThreadSetups;
  /** null: no folder is open. */
  folder(): string | null;
  /** Shows a thread that goes on with a session of an agent. */
  openSession: AgentMethods['openSession'];
  inThread(threadId: string, work: (thread: OpenThread) => Promise<Result<null>>): Promise<Result<null>>;
}

/** What the panel asks of the agent servers of threads. */
export function createAgentMethods({
  agentServers,
  setups,
  folder,
  openSession,
  inThread,
}: AgentMethodsDeps): AgentMethods {
  /** Does something with the agent that answers in a thread. */
  const withAgent = (threadId: string, work: (thread: OpenThread, agent: string) => Promise<Result<null>>) =>
    inThread(threadId, async (thread) => {
      const setup = await setups.of(thread);
      if (!setup.ok) return setup;
      const { model = '' } = setup.value;
      return isAgentRef(model) ? work(thread, model) : fail('invalid-request', 'No agent answers in this thread.');
    });

  return {
    prepare: (threadId) => withAgent(threadId, agentServers.prepare),
    handOver: (threadId, isWanted) =>
      withAgent(threadId, async (thread, agent) => {
        thread.append([withheld(thread.view, agent, isWanted)]);
        return ok(null);
      }),
    session: async (threadId) => agentServers.stateOf(threadId),
    answerQuestion: async (...answer) => agentServers.answerQuestion(...answer),
    allowFromNowOn: agentServers.allowFromNowOn,
    setOption: agentServers.setOption,
    newSession: agentServers.newSession,
    signIn: (threadId, methodId) => agentServers.signIn(threadId, methodId, new AbortController().signal),
    signOut: agentServers.signOut,
    sessions: (agent, cursor) => agentServers.keptSessions(agent, folder(), cursor),
    openSession,
  };
}
