import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../base/controls/Button.tsx';
import { formatFailure } from '../../base/format-failure.ts';
import { useSettings } from '../../base/settings-store.ts';
import { changeSettings } from '../change-settings.ts';
import styles from '../settings.module.css';
import { splitWords } from './agent-words.ts';
import agentStyles from './agents.module.css';

/** An agent that a command of the person's starts. */
export function AddAgent() {
  const id = useId();
  const [name, setName] = useState('');
  const [line, setLine] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  /** The list that it goes to may be out of sight. */
  const [added, setAdded] = useState('');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setAdded('');
    const [command, ...args] = splitWords(line);
    const { agent_servers: before } = useSettings.getState().settings;
    if (name.trim() === '' || command === undefined) return setProblem('Give it a name and a command.');
    if (Object.hasOwn(before, name.trim())) return setProblem('There is an agent of this name already.');
    const row = { command, ...(args.length > 0 && { args }) };
    const failure = await changeSettings({ agent_servers: { ...before, [name.trim()]: row } });
    setProblem(failure && formatFailure(failure));
    if (failure) return;
    setAdded(`${name.trim()} is added. You choose it where you choose a model.`);
    setName('');
    setLine('');
  };
  return (
    <form className={agentStyles.form} onSubmit={(event) => void add(event)} aria-label="Add an agent">
      <label htmlFor={`${id}-name`}>Name</label>
      <input
        id={`${id}-name`}
        className={styles.input}
        value={name}
        maxLength={200}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <label htmlFor={`${id}-line`}>Command</label>
      <input
        id={`${id}-line`}
        className={`${styles.input} ${styles.variable}`}
        value={line}
        placeholder="/path/to/agent --acp"
        spellCheck={false}
        onChange={({ currentTarget }) => setLine(currentTarget.value)}
      />
      {problem && (
        <p role="alert" className={styles.failure}>
          {problem}
        </p>
      )}
      <span className={styles.buttons}>
        <Button type="submit" isSmall>
          Add
        </Button>
      </span>
      <p role="status">{added}</p>
    </form>
  );
}
