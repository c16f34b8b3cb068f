import { type FormEvent, useId, useState } from 'react';
import {
  formatBytes,
  type SetSizeLimits,
  type SizeLimit,
  sizeLimitNames,
  sizeLimitRanges,
} from '../../shared/contract/size-limits.ts';
import styles from '../agent/context/ContextMeter.module.css';
import { Button } from '../base/controls/Button.tsx';
import { formatFailure } from '../base/format-failure.ts';
import { useSettings } from '../base/settings-store.ts';
import { changeSettings } from './change-settings.ts';
import { readSize } from './size-field.ts';

const labels: Readonly<Record<SizeLimit, string>> = {
  answer: 'Answer',
  thought: 'Thoughts',
  toolOutput: 'Output of a tool',
  thread: 'Thread',
};

type Typed = Readonly<Record<SizeLimit, string>>;

const shown = (set: SetSizeLimits): Typed =>
  Object.fromEntries(
    sizeLimitNames.map((limit) => [limit, set[limit] === undefined ? '' : formatBytes(set[limit])]),
  ) as Typed;

/** Limits on the size of what models and tools return. */
export function SizeLimitFields() {
  const set = useSettings((state) => state.settings.sizeLimits);
  const id = useId();
  const [typed, setTyped] = useState(() => shown(set));
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isProblem: boolean } | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    let sizes: SetSizeLimits = {};
    for (const limit of sizeLimitNames) {
      const size = readSize(limit, typed[limit]);
      if ('problem' in size) return setOutcome({ text: `${labels[limit]}: ${size.problem}`, isProblem: true });
      if (size.value !== undefined) sizes = { ...sizes, [limit]: size.value };
    }
    const failure = await changeSettings({ sizeLimits: sizes });
    if (failure) return setOutcome({ text: formatFailure(failure), isProblem: true });
    setTyped(shown(sizes));
    setOutcome({ text: 'Limits saved.', isProblem: false });
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className={styles.fields}>
        {sizeLimitNames.map((limit) => (
          <div key={limit} className={styles.field}>
            <label htmlFor={`${id}-${limit}`}>{labels[limit]}</label>
            <input
              id={`${id}-${limit}`}
              className={styles.input}
              autoComplete="off"
              placeholder={formatBytes(sizeLimitRanges[limit].usual)}
              value={typed[limit]}
              aria-describedby={`${id}-outcome`}
              onChange={({ currentTarget }) => {
                setTyped({ ...typed, [limit]: currentTarget.value });
                setOutcome(null);
              }}
            />
          </div>
        ))}
        <Button type="submit">Set</Button>
      </div>
      <p id={`${id}-outcome`} role="status" className={outcome?.isProblem ? styles.problem : styles.quiet}>
        {outcome?.text ?? 'A longer answer stops there and is kept.'}
      </p>
    </form>
  );
}
