import styles from './HostDot.module.css';
import type { HostHealth } from './hosts-store.ts';

/** The health of a host, as a dot beside its words. */
export const HostDot = ({ health }: { readonly health: HostHealth }) => (
  <span className={styles.dot} data-health={health} />
);
