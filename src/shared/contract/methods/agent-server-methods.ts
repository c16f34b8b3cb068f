import { elicitationAnswerSchema } from '../agent-servers/elicitation.ts';
import { itemId, type RendererMethodTable, takes } from './method.ts';

/** What the renderer asks of agent servers, and answers to them. */
export const agentServerMethods = {
  agents: {
    /** (form, answer): one that the form does not take is refused, and the form stays. */
    answerForm: takes(itemId, elicitationAnswerSchema).gives<void>(),
  },
} satisfies RendererMethodTable;
