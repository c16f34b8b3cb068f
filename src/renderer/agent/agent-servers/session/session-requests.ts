import type { SeenQuestion } from '../../../../shared/contract/agent-servers/agent-item.ts';
import type { PermissionReach } from '../../../../shared/contract/agent-servers/agent-permission.ts';
import { api } from '../../../bridge.ts';
import { agent } from '../../threads/agent.ts';
import { answeringAgent, useAgentSessions } from './sessions-store.ts';

/** Requests for the session of the shown thread with its agent. A failure is shown above the message field. */

/** Call when a person turns to the thread: its commands and options are there before the first prompt then. */
export function sessionWanted(): void {
  const { threadId } = agent.thread();
  const agentRef = answeringAgent(agent.store.getState());
  if (threadId === null || agentRef === null) return;
  const known = useAgentSessions.getState()[threadId];
  // One that failed is started again by Retry alone.
  if (known?.agent !== agentRef) void prepareSession();
}

/** Starts the agent and its session. How that went is in the session's state. */
export async function prepareSession(): Promise<void> {
  const { threadId } = agent.thread();
  if (threadId !== null) await api.agents.prepare(threadId).catch(() => {});
}

/** The thread goes on in a new session of the agent. */
export const beginSession = (): Promise<boolean> => agent.ask((threadId) => api.agents.newSession(threadId));

const seenOf = ({ id, revision }: SeenQuestion): SeenQuestion => (revision === undefined ? { id } : { id, revision });

/**
 * @param seen the question as it is shown
 * @param optionId of the question's own; null: it is not answered
 * @param inThread absent: the shown one
 */
export const answerQuestion = (seen: SeenQuestion, optionId: string | null, inThread?: string): Promise<boolean> =>
  agent.ask((threadId) => api.agents.answerQuestion(threadId, seenOf(seen), optionId), inThread);

/** Allows what a question asks, and the same from now on. @param seen as of `answerQuestion` */
export const allowFromNowOn = (seen: SeenQuestion, reach: PermissionReach, inThread?: string): Promise<boolean> =>
  agent.ask((threadId) => api.agents.allowFromNowOn(threadId, seenOf(seen), reach), inThread);

export const setSessionOption = (optionId: string, value: string | boolean): Promise<boolean> =>
  agent.ask((threadId) => api.agents.setOption(threadId, optionId, value));

export const signIn = (methodId: string): Promise<boolean> =>
  agent.ask((threadId) => api.agents.signIn(threadId, methodId));

export const signOut = (): Promise<boolean> => agent.ask((threadId) => api.agents.signOut(threadId));

/** @param isWanted whether the agent gets what it has not seen of the thread, with the next prompt */
export const handOver = (isWanted: boolean): Promise<boolean> =>
  agent.ask((threadId) => api.agents.handOver(threadId, isWanted));
