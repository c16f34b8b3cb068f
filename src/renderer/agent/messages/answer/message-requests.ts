import type { Result } from '../../../../shared/contract/errors.ts';
import type { RendererApi } from '../../../../shared/contract/renderer-api.ts';
import { api } from '../../../bridge.ts';
import { agent } from '../../threads/agent.ts';
import { failureOf } from '../../threads/failure-of.ts';

/** What a person asks for at a message. What fails is told above the composer. @returns whether it was done */
async function inThread(
  ask: (threadId: string) => Promise<Result<null>>,
  threadId = agent.store.getState().threadId,
): Promise<boolean> {
  if (threadId === null) return false;
  const failure = await failureOf(() => ask(threadId));
  if (failure) agent.setProblem(failure);
  return failure === null;
}

export const regenerate = (promptId: string): Promise<boolean> =>
  inThread((threadId) => api.agent.regenerate(threadId, promptId));

export const continueAnswer = (): Promise<boolean> => inThread((threadId) => api.agent.continueAnswer(threadId));

export const showBranch = (promptId: string): Promise<boolean> =>
  inThread((threadId) => api.agent.showBranch(threadId, promptId));

type Annotation = Parameters<RendererApi['agent']['annotate']>[2];

/** @param threadId where it was written, whatever is shown meanwhile @param on the id of a prompt or an answer */
export const annotate = (threadId: string | null, on: string, change: Annotation): Promise<boolean> =>
  inThread((id) => api.agent.annotate(id, on, change), threadId);
