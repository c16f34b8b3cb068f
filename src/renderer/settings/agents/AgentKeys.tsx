import { type FormEvent, useId, useRef, useState } from 'react';
import type { AgentServerSnapshot } from '../../../shared/contract/agent-servers/agent-server.ts';
import { Button } from '../../base/controls/Button.tsx';
import { api } from '../../bridge.ts';
import styles from '../settings.module.css';
import { useAction } from '../use-action.ts';
import agentStyles from './agents.module.css';

/** The variables of an agent that hold a secret. A value is never shown again. */
export function AgentKeys({ agent }: { readonly agent: AgentServerSnapshot }) {
  /** The variable that is being set; "" for one that is to be named. */
  const [editing, setEditing] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const action = useAction();
  const more = useRef<HTMLButtonElement>(null);
  const remove = async (variable: string) => {
    await action.run('remove', () => api.agents.removeKey(agent.ref, variable));
    more.current?.focus();
  };
  const set = async (variable: string, secret: string) => {
    const keptIn = await action.run('set', () => api.agents.setKey(agent.ref, variable, secret));
    if (keptIn === undefined) return;
    setNote(keptIn === 'session' ? 'There is no keychain: the key is kept until you quit.' : '');
    setEditing(null);
    more.current?.focus();
  };
  return (
    <div className={agentStyles.keys}>
      <ul aria-label={`Keys of ${agent.name}`}>
        {agent.keys.map(({ variable, title, isSet }) => (
          <li key={variable} className={styles.key}>
            <span className={styles.keyText}>
              {title !== variable && <>{title} · </>}
              <span className={styles.variable}>{variable}</span>{' '}
              <span className={styles.quiet}>{isSet ? 'set' : 'not set'}</span>
            </span>
            <span className={styles.buttons}>
              <Button
                isSmall
                aria-label={`${isSet ? 'Replace' : 'Set'} ${variable}`}
                onClick={() => setEditing(variable)}
              >
                {isSet ? 'Replace' : 'Set'}
              </Button>
              {isSet && (
                <Button
                  isSmall
                  variant="danger"
                  aria-label={`Remove ${variable}`}
                  onClick={() => void remove(variable)}
                >
                  Remove
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {editing !== null && (
        <KeyForm
          key={editing}
          variable={editing}
          isBusy={action.running !== null}
          onSet={(variable, secret) => void set(variable, secret)}
          onCancel={() => {
            setEditing(null);
            more.current?.focus();
          }}
        />
      )}
      {action.problem && (
        <p role="alert" className={styles.failure}>
          {action.problem}
        </p>
      )}
      {note !== '' && <p role="status">{note}</p>}
      <Button ref={more} isSmall onClick={() => setEditing('')}>
        Another variable…
      </Button>
    </div>
  );
}

interface KeyFormProps {
  /** "": the person names it. */
  readonly variable: string;
  readonly isBusy: boolean;
  onSet(variable: string, secret: string): void;
  onCancel(): void;
}

function KeyForm({ variable, isBusy, onSet, onCancel }: KeyFormProps) {
  const id = useId();
  const [name, setName] = useState(variable);
  /** Not in a state: the secret is nowhere but in its field. */
  const field = useRef<HTMLInputElement>(null);
  const isNamed = /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const secret = field.current?.value.trim() ?? '';
    if (isNamed && secret !== '' && !isBusy) onSet(name, secret);
  };
  return (
    <form className={agentStyles.form} autoComplete="off" onSubmit={submit}>
      {variable === '' && (
        <>
          <label htmlFor={`${id}-name`}>Variable</label>
          <input
            id={`${id}-name`}
            className={styles.input}
            value={name}
            placeholder="SAMPLE_API_KEY"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
            autoFocus
            onChange={({ currentTarget }) => setName(currentTarget.value.trim())}
          />
        </>
      )}
      <label htmlFor={`${id}-secret`}>{variable === '' ? 'Secret' : `Secret for ${variable}`}</label>
      <input
        ref={field}
        id={`${id}-secret`}
        className={styles.input}
        type="password"
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus={variable !== ''}
      />
      <span className={styles.buttons}>
        <Button type="submit" isSmall variant="primary" aria-disabled={!isNamed || isBusy}>
          Keep
        </Button>
        <Button isSmall onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
