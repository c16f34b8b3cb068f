import { isAgentRef } from '../../shared/contract/agent-servers/agent-ref.ts';
import { fail, type Result } from '../../shared/contract/errors.ts';
import type { RendererApi } from '../../shared/contract/renderer-api.ts';
import type { AgentServers } from '../agent-servers/agent-servers.ts';
import type { OpenThread } from './threads/open-thread.ts';
import type { ThreadSetups } from './threads/thread-setups.ts';

export type AgentMethods = Pick<
  RendererApi['agents'],
  | 'prepare'
  | 'session'
  | 'answerQuestion'
  | 'setOption'
  | 'newSession'
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
  return {
    prepare: (threadId) =>
      inThread(threadId, async (thread) => {
        const setup = await setups.of(thread);
        if (!setup.ok) return setup;
        const { model = '' } = setup.value;
        if (!isAgentRef(model)) return fail('invalid-request', 'No agent answers in this thread.');
        return agentServers.prepare(thread, model);
      }),
    session: async (threadId) => agentServers.stateOf(threadId),
    answerQuestion: async (...answer) => agentServers.answerQuestion(...answer),
    setOption: agentServers.setOption,
    newSession: agentServers.newSession,
    signIn: (threadId, methodId) => agentServers.signIn(threadId, methodId, new AbortController().signal),
    signOut: agentServers.signOut,
    sessions: (agent, cursor) => agentServers.keptSessions(agent, folder(), cursor),
    openSession,
  };
}
