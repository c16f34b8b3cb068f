import type { AgentSessionState } from '../../../../shared/contract/agent-servers/agent-session.ts';
import { agentName } from '../../../base/agent-servers-store.ts';
import type { AgentCommands } from '../../composer/composer-commands.ts';

/** The commands of the agent that answers in the thread; null: a model does, or the agent has not told them. */
export const agentCommands = (session: AgentSessionState | null): AgentCommands | null =>
  session && { agentName: agentName(session.agent) ?? '', commands: session.commands };
