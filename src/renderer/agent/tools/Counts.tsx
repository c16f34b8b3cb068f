import styles from './effects.module.css';

export interface CountsProps {
  /** Lines. */
  readonly added: number;
  readonly removed: number;
}

/** Added and removed lines: "+3 −1". */
export function Counts({ added, removed }: CountsProps) {
  if (added === 0 && removed === 0) return null;
  return (
    <span className={styles.counts}>
      {added > 0 && (
        <span className={styles.countAdded}>
          <span aria-hidden>+{added}</span>
          <span className={styles.hidden}> {linesOf(added)} added</span>
        </span>
      )}
      {removed > 0 && (
        <span className={styles.countRemoved}>
          <span aria-hidden>−{removed}</span>
          <span className={styles.hidden}> {linesOf(removed)} removed</span>
        </span>
      )}
    </span>
  );
}

const linesOf = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);
