import { LimitForm } from '../agent/context/LimitForm.tsx';
import { useSettings } from '../app/settings-store.ts';
import { changeSettings } from './change-settings.ts';
import { SizeLimitFields } from './SizeLimitFields.tsx';
import styles from './settings.module.css';
import { TableSettings } from './table/TableSettings.tsx';

/** What holds for all conversations. */
export function AgentSettings() {
  const { threadLimit } = useSettings((state) => state.settings);
  return (
    <>
      <TableSettings page="agent" />
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
        <SizeLimitFields />
      </section>
    </>
  );
}
