import type { ThreadView } from '../../../../shared/contract/thread-view.ts';
import { agentQuestions } from '../../agent-servers/calls/agent-questions.ts';
import { pendingQuestions } from './pending-questions.ts';

/** Whether a call in the thread waits for the person, be it a model's or an agent's. */
export const asksAnything = (view: Pick<ThreadView, 'turns' | 'unprompted'>): boolean =>
  pendingQuestions(view).length > 0 || agentQuestions(view).length > 0;
