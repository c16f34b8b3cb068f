import { useId, useState } from 'react';
import { LimitForm } from '../agent/context/LimitForm.tsx';
import { useSettings } from '../app/settings-store.ts';
import { changeSettings } from './change-settings.ts';
import { SizeLimits } from './SizeLimits.tsx';
import styles from './settings.module.css';

/** What holds for all conversations. */
export function AgentSettings() {
  const { autoTitles, threadLimit } = useSettings((state) => state.settings);
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const setTitles = async (isOn: boolean) => {
    const failure = await changeSettings({ autoTitles: isOn });
    setProblem(failure?.message ?? null);
  };
  return (
    <>
      <section>
        <h3 className={styles.heading}>Titles</h3>
        <label className={styles.theme}>
          <input
            type="checkbox"
            checked={autoTitles}
            aria-describedby={`${id}-titles`}
            onChange={({ currentTarget }) => void setTitles(currentTarget.checked)}
          />
          Name new threads automatically
        </label>
        <p id={`${id}-titles`} className={styles.quiet}>
          The small model of the provider that answers is asked once for each new thread.
        </p>
        {problem !== null && (
          <p role="alert" className={styles.failure}>
            Not saved. {problem}
          </p>
        )}
      </section>
      <section className={styles.section}>
        <h3 className={styles.heading}>Limit of new threads</h3>
        <p className={styles.quiet}>
          Of all answers of a thread together. Cost is in the currency in which the extension of the model tells prices.
        </p>
        <LimitForm
          limit={threadLimit}
          currency={undefined}
          onSet={(limit) => changeSettings({ threadLimit: { ...limit } })}
        />
      </section>
      <section className={styles.section}>
        <h3 className={styles.heading}>Longest that is taken</h3>
        <p className={styles.quiet}>
          Of what a model says or thinks in one answer, of what a tool puts out, and of the file of a thread. Write
          sizes such as 500 KB or 2 MB.
        </p>
        <SizeLimits />
      </section>
    </>
  );
}
