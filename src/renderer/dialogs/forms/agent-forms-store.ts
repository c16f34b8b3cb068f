import { create } from 'zustand';
import type { AgentForm } from '../../../shared/contract/agent-servers/elicitation.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';

/** Forms of agent servers that wait; the first one is shown. Apart from the dialog, which is loaded later. */
export const useAgentForms = create<{ readonly waiting: readonly AgentForm[] }>(() => ({ waiting: [] }));

export function receiveAgentForm(event: Extract<MainEvent, { type: 'agent-form' | 'agent-form-ended' }>): void {
  useAgentForms.setState(({ waiting }) => {
    const id = event.type === 'agent-form' ? event.form.id : event.formId;
    const others = waiting.filter((form) => form.id !== id);
    return { waiting: event.type === 'agent-form' ? [...others, event.form] : others };
  });
}
