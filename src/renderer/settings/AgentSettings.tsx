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
        <h3 className={styles.heading}>Budget for new threads</h3>
        <p className={styles.quiet}>
          A thread that has used so much pauses and asks you. Money is in the currency of the model’s prices.
        </p>
        <LimitForm
          limit={threadLimit}
          currency={undefined}
          onSet={(limit) => changeSettings({ threadLimit: { ...limit } })}
        />
      </section>
      <section className={styles.section}>
        <h3 className={styles.heading}>Size limits</h3>
        <p className={styles.quiet}>
          The longest answer, thinking, tool output and thread file that the app takes. Write sizes such as 500 KB or 2
          MB.
        </p>
        <SizeLimitFields />
      </section>
    </>
  );
}
