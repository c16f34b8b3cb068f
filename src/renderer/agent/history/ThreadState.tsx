import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import styles from './ThreadHistory.module.css';

const names = { answering: 'answering', asking: 'asks for you' } as const;

/** A mark before the title; one that is idle leaves its place empty. */
export const ThreadState = ({ state }: Pick<ThreadSummary, 'state'>) => (
  <span className={styles.state}>
    {state !== 'idle' && (
      <span role="img" aria-label={names[state]} title={names[state]} className={styles.dot} data-state={state} />
    )}
  </span>
);
