import { LimitForm } from '../agent/context/LimitForm.tsx';
import { useSettings } from '../base/settings-store.ts';
import { changeSettings } from './change-settings.ts';
import { SizeLimitFields } from './SizeLimitFields.tsx';
import styles from './settings.module.css';
import { TableSettings } from './table/TableSettings.tsx';

/** Settings for all threads. */
export function AgentSettings() {
  const { threadLimit } = useSettings((state) => state.settings);
  return (
    <>
      <TableSettings page="agent" />
      <section className={styles.section}>
        <h3 className={styles.heading}>Budget for new threads</h3>
        <p className={styles.quiet}>Cost is in the currency of the model’s prices.</p>
        <LimitForm
          limit={threadLimit}
          currency={undefined}
          onSet={(limit) => changeSettings({ threadLimit: { ...limit } })}
        />
      </section>
      <section className={styles.section}>
        <h3 className={styles.heading}>Size limits</h3>
        <p className={styles.quiet}>
          The largest answer, thinking, tool output and thread file. Enter sizes such as 500 KB or 2 MB.
        </p>
        <SizeLimitFields />
      </section>
    </>
  );
}
