import { randomUUID } from 'node:crypto';
import type { AskingAgent } from '../../../shared/contract/address.ts';
import type {
  AgentForm,
  Elicitation,
  ElicitationAnswer,
  ElicitationValue,
} from '../../../shared/contract/agent-servers/elicitation.ts';
import { FailureError, type Result } from '../../../shared/contract/errors.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { problemOfValue } from '../../../shared/elicited-value.ts';
import { PendingQuestions } from '../../questions/pending-questions.ts';

export interface ElicitationsDeps {
  publish(event: Extract<MainEvent, { type: 'agent-form' | 'agent-form-ended' }>): void;
  /** Asks whether a page may be opened, and opens it. */
  visit(agent: AskingAgent, address: string, signal: AbortSignal): Promise<Result<null>>;
}

export type Elicitations = ReturnType<typeof createElicitations>;

/** Forms of one agent that wait for a person. */
const mostWaiting = 8;

/** What agents ask a person besides permissions. Who leaves a question has answered nothing. */
export function createElicitations({ publish, visit }: ElicitationsDeps) {
  const forms = new PendingQuestions<AgentForm, ElicitationAnswer>({
    onAsked: (form) => publish({ type: 'agent-form', form }),
    onEnded: ({ id }) => publish({ type: 'agent-form-ended', formId: id }),
  });

  async function show(
    agentName: string,
    { url, message }: Extract<Elicitation, { type: 'url' }>,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer> {
    const visited = await visit({ name: agentName, reason: message }, url, signal);
    if (visited.ok) return { type: 'accepted', values: {} };
    if (signal.aborted) return { type: 'cancelled' };
    if (visited.failure.code === 'cancelled') return { type: 'declined' };
    throw new FailureError(visited.failure);
  }

  return {
    /**
     * @param agentName as the person knows it
     * @param signal takes the question back, which is then cancelled
     * @throws {FailureError} for an address that is not opened, and when too many forms of the agent wait
     */
    async elicit(agentName: string, elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer> {
      if (elicitation.type === 'url') return show(agentName, elicitation, signal);
      if (forms.all.filter((form) => form.agentName === agentName).length >= mostWaiting) {
        throw refuse(`${mostWaiting} forms wait for an answer. Wait for one of them first.`);
      }
      const form: AgentForm = { id: randomUUID(), agentName, form: elicitation };
      return (await forms.ask(form, signal)) ?? { type: 'cancelled' };
    },
    /** @throws {FailureError} `invalid-request` for values that the form does not take: it stays */
    answerForm(formId: string, answer: ElicitationAnswer) {
      const asked = forms.find(({ id }) => id === formId);
      if (!asked) return;
      if (answer.type !== 'accepted') return forms.end(asked, answer);
      const values: [string, ElicitationValue][] = [];
      for (const field of asked.form.fields) {
        const value = Object.hasOwn(answer.values, field.name) ? answer.values[field.name] : undefined;
        const problem = problemOfValue(field, value);
        if (problem !== null) throw refuse(`${field.title}: ${problem}`);
        if (value !== undefined) values.push([field.name, value]);
      }
      forms.end(asked, { type: 'accepted', values: Object.fromEntries(values) });
    },
  };
}

const refuse = (message: string): FailureError => new FailureError({ code: 'invalid-request', message });
