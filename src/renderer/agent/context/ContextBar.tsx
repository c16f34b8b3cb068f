import styles from './ContextMeter.module.css';

/** @param props.share in percent */
export function ContextBar({ share }: { readonly share: number }) {
  return (
    <span className={styles.bar} aria-hidden>
      <span className={styles.taken} style={{ width: `${Math.min(share, 100)}%` }} />
    </span>
  );
}
