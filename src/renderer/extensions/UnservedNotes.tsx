import type { Unserved } from '../../shared/contract/extensions/unserved.ts';
import styles from './ExtensionsView.module.css';
import { listed } from './format-asks.ts';

/** What of an extension waits, and what does not work here. */
export function UnservedNotes({ waits, absent }: Unserved) {
  return (
    <>
      {waits.length > 0 && <p className={styles.quiet}>Waits until this app can use it: {listed(waits)}.</p>}
      {absent.length > 0 && <p className={styles.quiet}>Does not work here: {listed(absent)}.</p>}
    </>
  );
}
