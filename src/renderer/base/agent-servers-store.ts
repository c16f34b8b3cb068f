import { create } from 'zustand';
import { parseAgentRef } from '../../shared/contract/agent-servers/agent-ref.ts';
import type { AgentListState, AgentServerSnapshot } from '../../shared/contract/agent-servers/agent-server.ts';
import type { AppNodeState } from '../../shared/contract/agent-servers/app-node.ts';

interface AgentServersState {
  /** Empty until main has told them. */
  readonly agentServers: readonly AgentServerSnapshot[];
  /** null until it was read. */
  readonly list: AgentListState | null;
  readonly node: AppNodeState;
}

/** The agent servers there are; main tells them at every change. */
export const useAgentServers = create<AgentServersState>(() => ({
  agentServers: [],
  list: null,
  node: { available: null, installed: null, progress: null },
}));

/** @returns the name of an agent server, its id when it is gone; undefined when the reference is not of one */
export function agentName(
  ref: string,
  agentServers: readonly AgentServerSnapshot[] = useAgentServers.getState().agentServers,
): string | undefined {
  const parsed = parseAgentRef(ref);
  return parsed ? (agentServers.find((each) => each.ref === ref)?.name ?? parsed.id) : undefined;
}
