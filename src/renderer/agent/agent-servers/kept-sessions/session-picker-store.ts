import { create } from 'zustand';
import { isAgentRef } from '../../../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentServerSnapshot } from '../../../../shared/contract/agent-servers/agent-server.ts';
import { useAgentServers } from '../../../base/agent-servers-store.ts';
import { openOverlay } from '../../../base/overlay-store.ts';

interface SessionPickerState {
  /** The reference of the agent whose sessions are listed; null: the agents are. */
  readonly agent: string | null;
}

/** What the picker of sessions lists. */
export const useSessionPicker = create<SessionPickerState>(() => ({ agent: null }));

/** The agents that can be asked for their sessions. */
export const readyAgents = (servers: readonly AgentServerSnapshot[]): readonly AgentServerSnapshot[] =>
  servers.filter(({ state }) => state === 'ready');

/** @param agent null: the person chooses one */
export function showSessions(agent: string | null): void {
  useSessionPicker.setState({ agent });
  openOverlay('agentSessions');
}

/** Lists the sessions of the agent that answers, or else of the only one. @param model that is chosen */
export function pickSession(model: string | undefined): void {
  const [first, ...others] = readyAgents(useAgentServers.getState().agentServers);
  const only = others.length === 0 ? first?.ref : undefined;
  showSessions(model !== undefined && isAgentRef(model) ? model : (only ?? null));
}
