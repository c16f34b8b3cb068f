import type { RendererApi } from '../../../../shared/contract/renderer-api.ts';
import { api } from '../../../bridge.ts';
import { agent } from '../../threads/agent.ts';

/** Requests for a message. Failures are shown above the composer. Each resolves with whether it was done. */

/** For what prompts whoever answers. */
const askWithPrompt = async (act: Parameters<typeof agent.ask>[0]): Promise<boolean> =>
  (await agent.mayPrompt()) && agent.ask(act);

export const regenerate = (promptId: string): Promise<boolean> =>
  askWithPrompt((threadId, isForced) => api.agent.regenerate(threadId, promptId, isForced));

export const continueAnswer = (): Promise<boolean> => askWithPrompt((threadId) => api.agent.continueAnswer(threadId));

export const requestBranch = (promptId: string): Promise<boolean> =>
  agent.ask((threadId) => api.agent.showBranch(threadId, promptId));

type Annotation = Parameters<RendererApi['agent']['annotate']>[2];

/** @param threadId its thread, whatever is shown meanwhile @param on the id of a prompt or an answer */
export const annotate = (threadId: string | null, on: string, change: Annotation): Promise<boolean> =>
  agent.ask((id) => api.agent.annotate(id, on, change), threadId ?? undefined);
