import { useEffect } from 'react';
import { create } from 'zustand';
import { isAgentRef } from '../../../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentSessionState } from '../../../../shared/contract/agent-servers/agent-session.ts';
import type { MainEvent } from '../../../../shared/contract/renderer-api.ts';
import type { Handlers } from '../../../../shared/emitter.ts';
import { api, onMainEvents } from '../../../bridge.ts';
import { useAgent, useThread } from '../../threads/agent.ts';
import { type AgentState, shownAnswerer } from '../../threads/agent-state.ts';

/** Sessions of agents by thread, as far as main has told them. */
export const useAgentSessions = create<Readonly<Record<string, AgentSessionState | null>>>(() => ({}));

export const sessionHandlers = {
  'agent-session': ({ threadId, session }) => useAgentSessions.setState({ [threadId]: session }),
} satisfies Partial<Handlers<MainEvent>>;
onMainEvents(sessionHandlers);

/** The agent server that answers in the shown thread; null: a model does. */
export function answeringAgent(state: AgentState): string | null {
  const ref = shownAnswerer(state) ?? '';
  return isAgentRef(ref) ? ref : null;
}

/** The session of the shown thread with the agent that answers there. */
export function useAgentSession(): AgentSessionState | null {
  const threadId = useThread((thread) => thread.threadId);
  const agentRef = useAgent(answeringAgent);
  const session = useAgentSessions((sessions) => (threadId === null ? null : (sessions[threadId] ?? null)));
  return session?.agent === agentRef ? session : null;
}

/** Asks main for the session of the shown thread, which may have begun before this window. */
export function useToldSession(): void {
  const threadId = useThread((thread) => thread.threadId);
  const agentRef = useAgent(answeringAgent);
  useEffect(() => {
    if (threadId === null || agentRef === null) return;
    const before = useAgentSessions.getState()[threadId];
    void api.agents.session(threadId).then(
      (session) => {
        // What main told meanwhile is newer.
        if (useAgentSessions.getState()[threadId] === before) useAgentSessions.setState({ [threadId]: session });
      },
      () => {},
    );
  }, [threadId, agentRef]);
}
