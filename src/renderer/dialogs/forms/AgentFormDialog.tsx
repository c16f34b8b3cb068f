import { useRef, useState } from 'react';
import type { AgentForm, ElicitationAnswer } from '../../../shared/contract/agent-servers/elicitation.ts';
import { toFailure } from '../../../shared/contract/errors.ts';
import { visibleName, visibleText } from '../../../shared/visible-text.ts';
import { Button } from '../../base/controls/Button.tsx';
import { useRest } from '../../base/use-rest.ts';
import { api } from '../../bridge.ts';
import dialogStyles from '../Dialog.module.css';
import { Dialog, DialogActions } from '../Dialog.tsx';
import { receiveAgentForm, useAgentForms } from './agent-forms-store.ts';
import { FormField } from './FormField.tsx';
import { begunForm, readForm } from './typed-form.ts';

/** The form of an agent that waits longest. */
export function AgentFormDialog() {
  const waiting = useAgentForms((state) => state.waiting[0]);
  return waiting ? <FormDialog key={waiting.id} waiting={waiting} /> : null;
}

function FormDialog({ waiting: { id, agentName, form } }: { readonly waiting: AgentForm }) {
  const { fields, message, title } = form;
  const place = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => begunForm(fields));
  const [hasTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { values, problems } = readForm(fields, typed);
  // It comes while a person does something else, such as typing.
  const isHeld = !useRest(id);
  const answer = async (given: ElicitationAnswer) => {
    try {
      await api.agents.answerForm(id, given);
      receiveAgentForm({ type: 'agent-form-ended', formId: id });
    } catch (thrown) {
      setFailure(toFailure(thrown).message);
    }
  };
  const accept = () => {
    if (isHeld) return;
    setTried(true);
    const [wrong] = problems.keys();
    if (wrong === undefined) return void answer({ type: 'accepted', values });
    place.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(wrong)}"]`)?.focus();
  };

  return (
    <Dialog
      title={title ?? `${agentName} asks`}
      width={520}
      anchor="top"
      onCancel={() => void answer({ type: 'cancelled' })}
    >
      <p className={dialogStyles.asker}>
        <span className={dialogStyles.quiet}>Asked by the agent</span>
        <span className={dialogStyles.name}>{visibleName(agentName)}</span>
      </p>
      {message !== '' && <p className={dialogStyles.words}>{visibleText(message)}</p>}
      <form
        ref={place}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          accept();
        }}
      >
        {fields.map((field, at) => (
          <FormField
            key={field.name}
            field={field}
            typed={typed[field.name] ?? ''}
            isFirst={at === 0}
            problem={hasTried ? problems.get(field.name) : undefined}
            onType={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        {fields.length > 0 && (
          <p className={dialogStyles.note}>
            What you write goes to the agent and to the service that it uses. Write no passwords and no keys here.
          </p>
        )}
        {failure !== null && (
          <p role="alert" className={dialogStyles.failure}>
            {failure}
          </p>
        )}
        <DialogActions>
          <Button data-autofocus={fields.length === 0 || undefined} onClick={() => void answer({ type: 'declined' })}>
            Decline
          </Button>
          <Button type="submit" variant="primary" aria-disabled={isHeld}>
            {fields.length === 0 ? 'OK' : 'Send'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
