import { type FormEvent, useId, useState } from 'react';
import type { Failure } from '../../../shared/contract/errors.ts';
import type { ThreadLimit } from '../../../shared/contract/thread.ts';
import { Button } from '../../base/controls/Button.tsx';
import { formatFailure } from '../../base/format-failure.ts';
import styles from './ContextMeter.module.css';
import { readCost, readTokens } from './limit-field.ts';

export interface LimitFormProps {
  readonly limit: ThreadLimit;
  /** Currency of the prices; absent where none are known. */
  readonly currency: string | undefined;
  /** @returns the reason why it was not set */
  onSet(limit: ThreadLimit): Promise<Failure | null>;
}

const count = new Intl.NumberFormat('en');
const shown = ({ tokens, cost }: ThreadLimit) => ({
  tokens: tokens === undefined ? '' : count.format(tokens),
  cost: cost === undefined ? '' : String(cost),
});

/** Sets the limit at which a thread pauses and asks: a number of tokens, an amount of money, or neither. */
export function LimitForm({ limit, currency, onSet }: LimitFormProps) {
  const id = useId();
  const [typed, setTyped] = useState(() => shown(limit));
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isProblem: boolean } | null>(null);
  const edit = (name: 'tokens' | 'cost', text: string) => {
    setTyped({ ...typed, [name]: text });
    setOutcome(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const [tokens, cost] = [readTokens(typed.tokens), readCost(typed.cost)];
    if ('problem' in tokens) return setOutcome({ text: tokens.problem, isProblem: true });
    if ('problem' in cost) return setOutcome({ text: cost.problem, isProblem: true });
    const next: ThreadLimit = {
      ...(tokens.value !== undefined && { tokens: tokens.value }),
      ...(cost.value !== undefined && { cost: cost.value }),
    };
    const failure = await onSet(next);
    if (failure) return setOutcome({ text: formatFailure(failure), isProblem: true });
    setTyped(shown(next));
    const isNone = tokens.value === undefined && cost.value === undefined;
    setOutcome({ text: isNone ? 'No limit.' : 'Limit set.', isProblem: false });
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className={styles.fields}>
        <LimitField
          label="Tokens"
          inputMode="numeric"
          value={typed.tokens}
          describedBy={`${id}-outcome`}
          onEdit={(text) => edit('tokens', text)}
        />
        <LimitField
          label={currency === undefined ? 'Cost' : `Cost in ${currency}`}
          inputMode="decimal"
          value={typed.cost}
          describedBy={`${id}-outcome`}
          onEdit={(text) => edit('cost', text)}
        />
        <Button type="submit">Set</Button>
      </div>
      <p id={`${id}-outcome`} role="status" className={outcome?.isProblem ? styles.problem : styles.quiet}>
        {outcome?.text ?? 'When it is reached, the answer pauses and asks you.'}
      </p>
    </form>
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly inputMode: 'numeric' | 'decimal';
  readonly value: string;
  readonly describedBy: string;
  onEdit(text: string): void;
}

function LimitField({ label, inputMode, value, describedBy, onEdit }: LimitFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.input}
        inputMode={inputMode}
        autoComplete="off"
        placeholder="No limit"
        value={value}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onEdit(currentTarget.value)}
      />
    </div>
  );
}
